import type { Request, RequestHandler, Response } from "express";
import { AppError } from "@balcao/contracts/errors";
import { isStorable } from "@balcao/contracts/route";
import { acceptDelivery, createWebhookConnections, recordBadSignature, type WebhookConnection } from "@balcao/application/intake";
import type { Services } from "@balcao/application/kernel";
import { readWebhookBody, splitMeow, verifyMeowSignature, type WebhookBody } from "@balcao/gateways/intake";
import { networkOf } from "@balcao/platform/http";
import { createRateLimit } from "../http/rateLimit.js";
import { toBodyRefusal } from "./bodyRefusal.js";
import { isGone } from "./isGone.js";
import { createNetworkGates } from "./networkGates.js";
import { createSpool } from "./spool.js";

/** The documented `/whatsapp/meow/webhook/{name}_token` in the syntax of Express (API-028). */
export const MEOW_WEBHOOK_PATH = '/whatsapp/meow/webhook/:"name"_token';

/** Large bodies that may stream in from one network at the same time. */
const LARGE_AT_ONCE = 2;
/** Wrong signatures per minute and network that are answered and audited; right ones are never limited. */
const WRONG_PER_MINUTE = 30;
const SIGNATURE_HEADER = "x-hmac-signature";

/**
 * Receives WuzAPI's webhooks (ARCHITECTURE 2): the signature over the raw bytes is verified before the body is used: 401 and no row without
 * a right one (S-54), 200 only after everything is committed, otherwise 503.
 */
export function meowWebhook(services: Services, spoolFolder: string): RequestHandler {
  const connections = createWebhookConnections(services, "meow");
  const gateOf = createNetworkGates(LARGE_AT_ONCE);
  const spool = createSpool(spoolFolder);
  const countWrong = createRateLimit(WRONG_PER_MINUTE);

  const refuse = async (request: Request, connection: WebhookConnection | null): Promise<never> => {
    services.metrics.intakeEventsTotal.inc({ connector: "meow", outcome: "refused" });
    await countWrong(networkOf(request.ip ?? null));
    await recordBadSignature(services, { ip: request.ip ?? null, connectionId: connection?.id ?? null, path: request.path });
    throw new AppError("ERR_SIGNATURE");
  };

  const readSigned = async (request: Request, connection: WebhookConnection): Promise<WebhookBody> => {
    const body = await readWebhookBody(request, {
      contentType: request.headers["content-type"],
      hmacKeys: [connection.key],
      spool,
      gate: gateOf(request.ip),
    }).catch((error: unknown) => {
      throw toBodyRefusal(request, error);
    });
    if (verifyMeowSignature(body.digests, request.get(SIGNATURE_HEADER))) return body;
    await Promise.all(body.files.map((file) => file.remove()));
    return refuse(request, connection);
  };

  const accept = async (request: Request, response: Response): Promise<void> => {
    const name = String(request.params["name"]);
    const connection = isStorable(name) ? await connections.get(name) : null;
    // An unsigned body is refused without reading it.
    if (!connection || !request.get(SIGNATURE_HEADER)) return refuse(request, connection);
    const { body, files } = await readSigned(request, connection);
    await acceptDelivery(services, connection, { events: splitMeow(body, services.clock.now()), files });
    response.json({ message: "ok" });
  };

  return async (request, response, next) => {
    // A person who asks to reprocess a message uses the same path, with a session instead of a signature (D-082).
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
