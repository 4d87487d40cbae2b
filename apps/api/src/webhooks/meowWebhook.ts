import type { Request, RequestHandler, Response } from "express";
import { AppError } from "@balcao/contracts/errors";
import { isStorable } from "@balcao/contracts/route";
import { acceptDelivery, createWebhookConnections, recordBadSignature } from "@balcao/application/inbox/intake";
import type { WebhookConnection, WebhookConnections } from "@balcao/application/inbox/intake";
import type { Services } from "@balcao/application/ground/kernel";
import { digestOf, readWebhookBody, splitMeow, verifyMeowSignature } from "@balcao/gateways/intake";
import { networkOf } from "@balcao/platform/http";
import { createRateLimit } from "../http/rateLimit.js";
import { isGone, createSpool, toBodyRefusal } from "./spool.js";
import type { OpenSpool, WebhookBody } from "@balcao/gateways/intake";
import type { Clock } from "@balcao/platform/clock";
import { createKeyRenewal } from "./keyRenewal.js";
import { createSenderGates } from "./senderGates.js";

/** The header with the signature over the raw bytes. */
const SIGNATURE_HEADER = "x-hmac-signature";
/** Large bodies that may stream in at the same time from known gateways, and from each network of strangers. */
const LARGE_AT_ONCE = 2;
/** Wrong signatures per minute and network after which the stored key is looked at. */
const RENEWALS_PER_MINUTE = 30;

/** A body, and the connection whose key has signed it. */
type SignedBody = WebhookBody & { readonly signer: WebhookConnection };

interface ReaderParts {
  readonly spool: OpenSpool;
  readonly clock: Clock;
}

/** Makes the function that reads a body of WuzAPI for a connection; null, and no file left, where no key of it has signed the body. */
function createMeowReader(connections: WebhookConnections, { spool, clock }: ReaderParts) {
  const gates = createSenderGates(LARGE_AT_ONCE, clock);
  const renewKey = createKeyRenewal(connections, RENEWALS_PER_MINUTE);

  const findSigner = async (request: Request, used: WebhookConnection, body: WebhookBody): Promise<WebhookConnection | null> => {
    const signature = request.get(SIGNATURE_HEADER);
    if (verifyMeowSignature(body.digests, signature)) return used;
    const renewed = await renewKey(networkOf(request.ip ?? null), String(request.params["name"]), used);
    if (renewed === null) return null;
    // The bytes of a large body are gone; the gateway sends it again.
    if (body.raw === null) throw new AppError("ERR_UNAVAILABLE");
    return verifyMeowSignature(digestOf(body.raw, renewed.key), signature) ? renewed : null;
  };

  return async (request: Request, connection: WebhookConnection): Promise<SignedBody | null> => {
    const address = request.ip ?? "";
    const contentType = request.headers["content-type"];
    const options = { contentType, hmacKeys: [connection.key], spool, gate: gates.of(address) };
    const body = await readWebhookBody(request, options).catch((error: unknown) => {
      throw toBodyRefusal(request, error);
    });
    let signer: WebhookConnection | null = null;
    try {
      signer = await findSigner(request, connection, body);
    } finally {
      if (signer === null) await Promise.all(body.files.map((file) => file.remove()));
    }
    if (signer === null) return null;
    gates.prove(address);
    return { ...body, signer };
  };
}

/** The documented `/whatsapp/meow/webhook/{name}_token` in the syntax of Express. */
export const MEOW_WEBHOOK_PATH = '/whatsapp/meow/webhook/:"name"_token';

/** Wrong signatures per minute and network that are answered and audited; right ones are never limited. */
const WRONG_PER_MINUTE = 30;

/**
 * Receives WuzAPI's webhooks (ADR 14): the signature over the raw bytes is verified before the body is used: 401 and no row without
 * a right one, 200 only after everything is committed, otherwise 503.
 */
export function meowWebhook(services: Services, spoolFolder: string): RequestHandler {
  const connections = createWebhookConnections(services, "meow");
  const readSigned = createMeowReader(connections, { spool: createSpool(spoolFolder), clock: services.clock });
  const countWrong = createRateLimit(WRONG_PER_MINUTE);

  const refuse = async (request: Request, connection: WebhookConnection | null): Promise<never> => {
    services.metrics.intakeEventsTotal.inc({ connector: "meow", outcome: "refused" });
    await countWrong(networkOf(request.ip ?? null));
    await recordBadSignature(services, { ip: request.ip ?? null, connectionId: connection?.id ?? null, path: request.path });
    throw new AppError("ERR_SIGNATURE");
  };

  const accept = async (request: Request, response: Response): Promise<void> => {
    const name = String(request.params["name"]);
    const connection = isStorable(name) ? await connections.get(name) : null;
    // An unsigned body is refused without reading it.
    if (!connection || !request.get(SIGNATURE_HEADER)) return refuse(request, connection);
    const signed = await readSigned(request, connection);
    if (signed === null) return refuse(request, connection);
    const { signer, body, files } = signed;
    await acceptDelivery(services, signer, { events: splitMeow(body, services.clock.now()), files });
    response.json({ message: "ok" });
  };

  return async (request, response, next) => {
    // A person who asks to reprocess a message uses the same path, with a session instead of a signature.
    if (!request.get(SIGNATURE_HEADER) && request.get("Authorization")) return next();
    response.locals["route"] = "/whatsapp/meow/webhook/:name_token";
    try {
      await accept(request, response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!isGone(request, error)) services.logger.error({ err: error }, "a delivery could not be stored; the gateway will send it again");
      throw new AppError("ERR_UNAVAILABLE");
    }
  };
}
