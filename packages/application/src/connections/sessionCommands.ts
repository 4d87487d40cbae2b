import { CAPABILITIES, isPairPhone } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import { recordAudit } from "../audit/index.js";
import { askGateway } from "../gatewayCalls/index.js";
import type { Ctx, House } from "../kernel/index.js";

interface OneConnection {
  readonly connectionId: number;
}

function accessConnection(house: House, { connectionId }: OneConnection): DirectoryConnectionRow {
  const connection = house.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  return connection;
}

/** Starts the same session again: "Reconectar" and "try again" (API-082, API-085, D-141). */
export async function startSession(house: House, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(house, input);
  await recordAudit(house.database.sql, ctx, "connection.session", { connectionId: input.connectionId, description: "start" });
  await askGateway(house, ctx, input.connectionId, "start", null);
  return { message: "Session started" };
}

/** Ends the pairing and offers a new QR (API-086, D-141). */
export async function renewSession(house: House, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(house, input);
  await recordAudit(house.database.sql, ctx, "connection.session", { connectionId: input.connectionId, description: "renew" });
  await askGateway(house, ctx, input.connectionId, "renew", null);
  return { message: "Session renewed" };
}

/** Disconnects: logs out at the provider and forgets the pairing (API-081, D-140). */
export async function endSession(house: House, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(house, input);
  await recordAudit(house.database.sql, ctx, "connection.session", { connectionId: input.connectionId, description: "end" });
  await askGateway(house, ctx, input.connectionId, "logout", null);
  return { message: "Session ended" };
}

/** The QR of a meow connection as a picture; null while it is connected (API-083, D-153). */
export async function getQr(house: House, ctx: Ctx, input: OneConnection): Promise<{ qrcode: string | null }> {
  const connection = accessConnection(house, input);
  if (connection.api !== "meow") throw invalidField("whatsappId", "meow");
  return askGateway(house, ctx, input.connectionId, "qr", null);
}

/** A pairing code to be typed on the phone with this number: 12 or 13 digits (API-084, CONN-026). */
export async function pairSession(
  house: House,
  ctx: Ctx,
  input: OneConnection & { readonly phone: string },
): Promise<{ paircode: string }> {
  const connection = accessConnection(house, input);
  if (!CAPABILITIES[connection.api].pairCode) throw invalidField("whatsappId", "pairCode");
  if (!isPairPhone(input.phone)) throw new AppError("ERR_PAIR_PHONE", { details: [{ field: "phone", rule: "digits" }] });
  await recordAudit(house.database.sql, ctx, "connection.session", { connectionId: input.connectionId, description: "pair" });
  return { paircode: (await askGateway(house, ctx, input.connectionId, "pair", { phone: input.phone })).code };
}
