import { CAPABILITIES, isPairPhone } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { companyNumbers } from "../../ground/phoneNumbers/index.js";

interface OneConnection {
  readonly connectionId: number;
}

function accessConnection(services: Services, { connectionId }: OneConnection): DirectoryConnectionRow {
  const connection = services.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  return connection;
}

/**
 * Writes the audit entry before the gateway is asked, so that it exists whatever the gateway
 * answers.
 */
async function recordRequest(services: Services, ctx: Ctx, { connectionId }: OneConnection, description: string): Promise<void> {
  await command(services, ctx, async () => ({ audit: { action: "connection.session", connectionId, description }, result: null }));
}

/** Starts the same session again: "Reconectar" and "try again" [API-082, API-085]. */
export async function startSession(services: Services, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(services, input);
  await recordRequest(services, ctx, input, "start");
  await askGateway(services, ctx, { connectionId: input.connectionId, kind: "start", input: null });
  return { message: "Session started" };
}

/** Ends the pairing and requests a new QR [API-086]. */
export async function renewSession(services: Services, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(services, input);
  await recordRequest(services, ctx, input, "renew");
  await askGateway(services, ctx, { connectionId: input.connectionId, kind: "renew", input: null });
  return { message: "Session renewed" };
}

/** Logs out at the provider and deletes the pairing [API-081, D-140]. */
export async function endSession(services: Services, ctx: Ctx, input: OneConnection): Promise<{ message: string }> {
  accessConnection(services, input);
  await recordRequest(services, ctx, input, "end");
  await askGateway(services, ctx, { connectionId: input.connectionId, kind: "logout", input: null });
  return { message: "Session ended" };
}

/**
 * Returns the QR of a meow connection as a picture; null while it is connected [API-083].
 */
export async function getQr(services: Services, ctx: Ctx, input: OneConnection): Promise<{ qrcode: string | null }> {
  const connection = accessConnection(services, input);
  if (connection.api !== "meow") throw invalidField("whatsappId", "meow");
  return askGateway(services, ctx, { connectionId: input.connectionId, kind: "qr", input: null });
}

/** The phone's number: 12 or 13 digits as they are, because its account may have no ninth digit, or digits that are read as so many. */
async function readPairPhone(services: Services, written: string): Promise<string> {
  if (isPairPhone(written) && !written.startsWith("0")) return written;
  const reading = /^\d+$/.test(written) && (await companyNumbers(services)).read(written);
  if (reading && reading.ok && isPairPhone(reading.digits)) return reading.digits;
  throw new AppError("ERR_PAIR_PHONE", { details: [{ field: "phone", rule: "digits" }] });
}

/**
 * Requests a pairing code for the phone with this number, which has 12 or 13 digits [API-084].
 */
export async function pairSession(
  services: Services,
  ctx: Ctx,
  input: OneConnection & { readonly phone: string },
): Promise<{ paircode: string }> {
  const connection = accessConnection(services, input);
  if (!CAPABILITIES[connection.api].pairCode) throw invalidField("whatsappId", "pairCode");
  const phone = await readPairPhone(services, input.phone);
  await recordRequest(services, ctx, input, "pair");
  return {
    paircode: (await askGateway(services, ctx, { connectionId: input.connectionId, kind: "pair", input: { phone } })).code,
  };
}
