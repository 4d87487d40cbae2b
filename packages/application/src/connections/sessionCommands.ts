import { CAPABILITIES, isPairPhone } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import { askGateway } from "../gatewayCalls/index.js";
import { command, type Ctx, type House } from "../kernel/index.js";

interface OneConnection {
  readonly connectionId: number;
}

function accessConnection(house: House, { connectionId }: OneConnection): DirectoryConnectionRow {
  const connection = house.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  return connection;
}

/** What a person asks of a session is evidence before the gateway is asked, whatever it answers. */
async function recordRequest(house: House, ctx: Ctx, { connectionId }: OneConnection, description: string): Promise<void> {
  await command(house, ctx, async () => ({ audit: { action: "connection.session", connectionId, description }, result: null }));
}

/** Starts the same session again: "Reconectar" and "try again" (API-082, API-085, D-141). */
export async function startSession(house: House, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(house, input);
  await recordRequest(house, ctx, input, "start");
  await askGateway(house, ctx, input.connectionId, "start", null);
  return { message: "Session started" };
}

/** Ends the pairing and offers a new QR (API-086, D-141). */
export async function renewSession(house: House, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(house, input);
  await recordRequest(house, ctx, input, "renew");
  await askGateway(house, ctx, input.connectionId, "renew", null);
  return { message: "Session renewed" };
}

/** Disconnects: logs out at the provider and forgets the pairing (API-081, D-140). */
export async function endSession(house: House, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(house, input);
  await recordRequest(house, ctx, input, "end");
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
  await recordRequest(house, ctx, input, "pair");
  return { paircode: (await askGateway(house, ctx, input.connectionId, "pair", { phone: input.phone })).code };
}
