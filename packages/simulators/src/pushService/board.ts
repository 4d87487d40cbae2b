import { createECDH, createPublicKey, randomBytes, verify, type ECDH } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { decryptPush } from "./decrypt.js";

const DAY_SECONDS = 24 * 60 * 60;

interface Claims {
  readonly aud?: unknown;
  readonly exp?: unknown;
  readonly sub?: unknown;
}

const readPart = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));

/**
 * Why the header `Authorization` of a push is refused, by RFC 8292; null when it is right: a token
 * of ES256 for this origin that ends within a day, signed by the key of the subscription.
 */
function vapidFault(header: string | undefined, expected: { readonly origin: string; readonly applicationKey: string }): string | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
  if (key === "") return "there is no vapid header";
  if (key !== expected.applicationKey) return "the key is not the one that the browser subscribed with";
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if ((readPart(head) as { alg?: unknown }).alg !== "ES256" || !isSigned) return "the signature is wrong";
  return claimFault(readPart(body) as Claims, expected.origin);
}

function claimFault({ aud, exp, sub }: Claims, origin: string): string | null {
  const now = Date.now() / 1_000;
  if (aud !== origin) return "the audience is another service";
  if (typeof exp !== "number" || exp <= now || exp > now + DAY_SECONDS + 60) return "the token has expired or is valid for too long";
  return typeof sub === "string" && /^(?:mailto:|https:)/.test(sub) ? null : "the subject is no contact";
}

/** What a browser gets from `PushManager.subscribe`, as JSON. */
export interface StandInSubscription {
  readonly endpoint: string;
  readonly expirationTime: null;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A message that was accepted and decrypted. */
interface ReceivedPush {
  readonly endpoint: string;
  readonly text: string;
  readonly ttl: number;
  readonly topic: string | null;
  readonly urgency: string | null;
}

interface Subscribed {
  readonly browser: ECDH;
  readonly auth: Buffer;
  readonly applicationKey: string;
}

/** The subscriptions of a push service with the browsers' own keys, and what was sent to them. */
export interface PushBoard {
  readonly received: ReceivedPush[];
  /** Why pushes were refused, in order; each is a fault of their sender. */
  readonly faults: string[];
  subscribe(applicationKey: string): StandInSubscription;
  /** Takes a push, or refuses it; the status of its answer. */
  accept(request: IncomingMessage, body: Buffer): number;
}

const MOST_BYTES = 4_096;

export function createPushBoard(url: string): PushBoard {
  const subscriptions = new Map<string, Subscribed>();
  const received: ReceivedPush[] = [];
  const faults: string[] = [];
  return {
    received,
    faults,
    subscribe: (applicationKey) => {
      const browser = createECDH("prime256v1");
      const p256dh = browser.generateKeys("base64url");
      const auth = randomBytes(16);
      const endpoint = `${url}/push/${randomBytes(18).toString("base64url")}`;
      subscriptions.set(endpoint, { browser, auth, applicationKey });
      return { endpoint, expirationTime: null, keys: { p256dh, auth: auth.toString("base64url") } };
    },
    accept: (request, body) => {
      const endpoint = `${url}${request.url ?? ""}`;
      const subscribed = subscriptions.get(endpoint);
      if (!subscribed) return 404;
      const { headers } = request;
      const { browser, auth, applicationKey } = subscribed;
      const fault = vapidFault(headers.authorization, { origin: url, applicationKey }) ?? headerFault(headers, body);
      if (fault !== null) {
        faults.push(fault);
        return 403;
      }
      try {
        const { ttl, topic, urgency } = headers;
        const kept = { endpoint, ttl: Number(ttl), topic: topic?.toString() ?? null, urgency: urgency?.toString() ?? null };
        received.push({ ...kept, text: decryptPush(body, browser, auth) });
        return 201;
      } catch (error) {
        faults.push(String(error));
        return 400;
      }
    },
  };
}

function headerFault(headers: IncomingMessage["headers"], body: Buffer): string | null {
  if (headers["content-encoding"] !== "aes128gcm") return "the content encoding is not aes128gcm";
  if (!/^\d+$/.test(headers["ttl"]?.toString() ?? "")) return "there is no TTL";
  if (!/^[\w-]{0,32}$/.test(headers["topic"]?.toString() ?? "")) return "the topic has more than 32 letters, or others";
  return body.length > MOST_BYTES ? "the message has more than 4096 bytes" : null;
}
