import { createHmac } from "node:crypto";
import type { Clock } from "../clock/index.js";
import { createHttpClient } from "./httpClient.js";

/** Of the operator's own server, which may be slow but must answer while a try lasts, in milliseconds. */
const LIMIT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** An address of the operator's that is told of something, and the key that signs it. */
interface SignedWebhookOptions {
  readonly url: string;
  readonly secret: string;
  readonly clock: Pick<Clock, "now">;
  readonly limitMs?: number;
}

/** Posts JSON once; `id` is the same for every try of the same content. Throws PeerError where it was not answered 2xx. */
export type SignedWebhook = (id: string, content: object) => Promise<void>;

/** The signature of a body at an instant: HMAC-SHA256 over `timestamp.body`, in hexadecimal digits. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");

/**
 * A webhook to an address of the configuration, which may be in the company's network. The time is signed too, so that the receiver
 * can refuse what is old; redirects are not followed.
 */
export function createSignedWebhook({ url, secret, clock, limitMs = LIMIT_MS }: SignedWebhookOptions): SignedWebhook {
  const { origin, pathname, search } = new URL(url);
  const client = createHttpClient({ baseUrl: origin, timeoutMs: limitMs, maxBytes: MOST_BYTES });
  return async (id, content) => {
    const body = JSON.stringify(content);
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
    await client.request({
      method: "POST",
      path: `${pathname}${search}`,
      body,
      headers: {
        "content-type": "application/json",
        "x-balcao-id": id,
        "x-balcao-timestamp": timestamp,
        "x-balcao-signature": `sha256=${signatureOf(secret, timestamp, body)}`,
      },
      isConnectionFresh: true,
    });
  };
}
