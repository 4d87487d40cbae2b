import type { Request, RequestHandler, Response } from "express";
import { AppError } from "@balcao/contracts/errors";
import { isStorable } from "@balcao/contracts/route";
import { acceptDelivery, createWebhookConnections, recordBadSignature, type WebhookConnection } from "@balcao/application/inbox/intake";
import type { Services } from "@balcao/application/ground/kernel";
import { splitMeow } from "@balcao/gateways/intake";
import { networkOf } from "@balcao/platform/http";
import { createRateLimit } from "../http/rateLimit.js";
import { isGone } from "./isGone.js";
import { createMeowReader, SIGNATURE_HEADER } from "./meowBody.js";
import { createSpool } from "./spool.js";

/** The documented `/whatsapp/meow/webhook/{name}_token` in the syntax of Express (API-028). */
export const MEOW_WEBHOOK_PATH = '/whatsapp/meow/webhook/:"name"_token';

/** Wrong signatures per minute and network that are answered and audited; right ones are never limited. */
const WRONG_PER_MINUTE = 30;

/**
 * Receives WuzAPI's webhooks (ADR 14): the signature over the raw bytes is verified before the body is used: 401 and no row without
 * a right one (S-54), 200 only after everything is committed, otherwise 503.
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
