import type { Request } from "express";
import { AppError } from "@balcao/contracts/errors";
import type { WebhookConnection, WebhookConnections } from "@balcao/application/inbox/intake";
import { digestOf, readWebhookBody, verifyMeowSignature, type OpenSpool, type WebhookBody } from "@balcao/gateways/intake";
import type { Clock } from "@balcao/platform/clock";
import { networkOf } from "@balcao/platform/http";
import { toBodyRefusal } from "./bodyRefusal.js";
import { createKeyRenewal } from "./keyRenewal.js";
import { createSenderGates } from "./senderGates.js";

/** The header with the signature over the raw bytes. */
export const SIGNATURE_HEADER = "x-hmac-signature";
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
export function createMeowReader(connections: WebhookConnections, { spool, clock }: ReaderParts) {
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
