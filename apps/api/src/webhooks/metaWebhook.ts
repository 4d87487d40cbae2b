import type { Request, RequestHandler, Response } from "express";
import { AppError } from "@balcao/contracts/errors";
import { acceptDelivery, findMetaConnections, noteDropped, recordBadSignature } from "@balcao/application/inbox/intake";
import type { Services } from "@balcao/application/ground/kernel";
import { answerMetaHandshake, readWebhookBody, splitMeta, verifyMetaSignature } from "@balcao/gateways/intake";
import { networkOf } from "@balcao/platform/http";
import { createRateLimit } from "../http/rateLimit.js";
import { toBodyRefusal, isGone, createSpool } from "./spool.js";
import { createSenderGates } from "./senderGates.js";

export const META_WEBHOOK_PATH = "/webhook/meta";

/** Meta's bodies have 3 MB at most. */
const LIMIT_BYTES = 4 * 1024 * 1024;
const LARGE_AT_ONCE = 4;
/** Wrong signatures per minute and network that are answered and audited; right ones are never limited. */
const WRONG_PER_MINUTE = 30;
const SIGNATURE_HEADER = "x-hub-signature-256";

interface MetaKeys {
  /** The key of the bodies' signatures; without it nothing is accepted. */
  readonly appSecret: string;
  /** Meta sends it to verify the address; without it the address cannot be verified. */
  readonly verifyToken: string;
}

/** Answers Meta's verification of this address: the raw challenge, or 403. */
export function metaHandshake({ verifyToken }: Pick<MetaKeys, "verifyToken">): RequestHandler {
  return (request, response) => {
    response.locals["route"] = META_WEBHOOK_PATH;
    const challenge = answerMetaHandshake(request.query, verifyToken);
    if (challenge === null) throw new AppError("ERR_NO_PERMISSION");
    response.type("text/plain").send(challenge);
  };
}

/**
 * Receives the webhooks of all numbers of the Cloud API (ADR 14): the signature over the raw bytes is verified before the body is
 * used, 401 and no row without a right one. One statement per connection journals its entries, those for unknown numbers are
 * dropped; 200 only after everything is committed, otherwise 503, and Meta sends the body again.
 */
export function metaWebhook(services: Services, spoolFolder: string, { appSecret }: Pick<MetaKeys, "appSecret">): RequestHandler {
  const gates = createSenderGates(LARGE_AT_ONCE, services.clock);
  const spool = createSpool(spoolFolder);
  const countWrong = createRateLimit(WRONG_PER_MINUTE);

  const refuse = async (request: Request): Promise<never> => {
    services.metrics.intakeEventsTotal.inc({ connector: "cloud_api", outcome: "refused" });
    await countWrong(networkOf(request.ip ?? null));
    await recordBadSignature(services, { ip: request.ip ?? null, connectionId: null, path: request.path });
    throw new AppError("ERR_SIGNATURE");
  };

  const accept = async (request: Request, response: Response): Promise<void> => {
    // An unsigned body is refused without reading it.
    if (appSecret === "" || !request.get(SIGNATURE_HEADER)) return refuse(request);
    const { body, digests, files } = await readWebhookBody(request, {
      contentType: request.headers["content-type"],
      hmacKeys: [appSecret],
      limitBytes: LIMIT_BYTES,
      spool,
      gate: gates.of(request.ip ?? ""),
    }).catch((error: unknown) => {
      throw toBodyRefusal(request, error);
    });
    await Promise.all(files.map((file) => file.remove()));
    if (!verifyMetaSignature(digests, request.get(SIGNATURE_HEADER))) return refuse(request);
    gates.prove(request.ip ?? "");
    for (const { to, events } of splitMeta(body, services.clock.now())) {
      const ids = await findMetaConnections(services, to);
      if (ids.length === 0) await noteDropped(services, to, events.length);
      for (const id of ids) await acceptDelivery(services, { id }, { events, files: [] });
    }
    response.json({ message: "ok" });
  };

  return async (request, response) => {
    response.locals["route"] = META_WEBHOOK_PATH;
    try {
      await accept(request, response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!isGone(request, error)) services.logger.error({ err: error }, "a delivery of Meta could not be stored; it will be sent again");
      throw new AppError("ERR_UNAVAILABLE");
    }
  };
}
