import type { Request, RequestHandler, Response } from "express";
import { AppError } from "@balcao/contracts/errors";
import { acceptDelivery, findMetaConnections, noteDropped, recordBadSignature } from "@balcao/application/intake";
import type { House } from "@balcao/application/kernel";
import { answerMetaHandshake, createGate, readWebhookBody, splitMeta, verifyMetaSignature } from "@balcao/gateways/intake";
import type { Metrics } from "@balcao/platform/metrics";
import { createRateLimit } from "../http/rateLimit.js";
import { toBodyRefusal } from "./bodyRefusal.js";
import { createSpool } from "./spool.js";

export const META_WEBHOOK_PATH = "/webhook/meta";

/** Meta's bodies have 3 MB at most. */
const LIMIT_BYTES = 4 * 1024 * 1024;
const LARGE_AT_ONCE = 4;
/** Wrong signatures of one address that are answered, and noted, per minute; right ones are never limited. */
const WRONG_PER_MINUTE = 30;
const SIGNATURE_HEADER = "x-hub-signature-256";

interface MetaKeys {
  /** Signs the bodies; without it nothing is accepted. */
  readonly appSecret: string;
  /** Proves Meta when it verifies the address; without it the address cannot be verified. */
  readonly verifyToken: string;
}

/** Answers Meta's question whether this address is ours: the raw challenge, or 403. */
export function metaHandshake({ verifyToken }: Pick<MetaKeys, "verifyToken">): RequestHandler {
  return (request, response) => {
    response.locals["route"] = META_WEBHOOK_PATH;
    const challenge = answerMetaHandshake(request.query, verifyToken);
    if (challenge === null) throw new AppError("ERR_NO_PERMISSION");
    response.type("text/plain").send(challenge);
  };
}

/**
 * Takes the webhooks of all numbers of the Cloud API (ARCHITECTURE 2). The signature over the raw bytes is verified before anything of the body is
 * used; all entries are split, one statement per connection journals them; 200 only after everything is committed, 503 when it could not be, then
 * Meta sends all of it again; without a right signature 401 and no row (S-54). What is for numbers that nobody here has is acknowledged and dropped.
 */
export function metaWebhook(
  house: House,
  metrics: Metrics,
  spoolFolder: string,
  { appSecret }: Pick<MetaKeys, "appSecret">,
): RequestHandler {
  const gate = createGate(LARGE_AT_ONCE);
  const spool = createSpool(spoolFolder);
  const countWrong = createRateLimit(WRONG_PER_MINUTE);
  const count = (outcome: "accepted" | "repeated" | "refused", n = 1): void =>
    metrics.intakeEventsTotal.inc({ connector: "cloud_api", outcome }, n);

  const refuse = async (request: Request): Promise<never> => {
    count("refused");
    await countWrong(request.ip ?? "");
    await recordBadSignature(house, { ip: request.ip ?? null, connectionId: null, path: request.path });
    throw new AppError("ERR_SIGNATURE");
  };

  const accept = async (request: Request, response: Response): Promise<void> => {
    // Nothing of an unsigned body is worth reading.
    if (appSecret === "" || !request.get(SIGNATURE_HEADER)) return refuse(request);
    const { body, digests, files } = await readWebhookBody(request, {
      contentType: request.headers["content-type"],
      hmacKeys: [appSecret],
      limitBytes: LIMIT_BYTES,
      spool,
      gate,
    }).catch((error: unknown) => {
      throw toBodyRefusal(request, error);
    });
    await Promise.all(files.map((file) => file.remove()));
    if (!verifyMetaSignature(digests, request.get(SIGNATURE_HEADER))) return refuse(request);
    for (const { to, events } of splitMeta(body, house.clock.now())) {
      const ids = await findMetaConnections(house, to);
      if (ids.length === 0) await noteDropped(house, to, events.length);
      for (const id of ids) {
        const { accepted, repeated } = await acceptDelivery(house, { id }, { events, files: [] });
        count("accepted", accepted);
        count("repeated", repeated);
      }
    }
    response.json({ message: "ok" });
  };

  return async (request, response) => {
    response.locals["route"] = META_WEBHOOK_PATH;
    try {
      await accept(request, response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      house.logger.error({ err: error }, "a delivery of Meta could not be stored; it will be sent again");
      throw new AppError("ERR_UNAVAILABLE");
    }
  };
}
