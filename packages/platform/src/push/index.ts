import { createECDH, hkdfSync } from "node:crypto";
import net from "node:net";
import webPush from "web-push";
import type { Clock } from "../clock/index.js";
import {
  createGuardedFetch,
  isPublicAddress,
  NotSentError,
  UnknownOutcomeError,
  UrlNotAllowedError,
  type GuardedFetch,
  type HttpAnswer,
} from "../http/index.js";
import { RecentMap } from "../recent/index.js";

const LOOPBACK = "127.0.0.1";
const HTTPS_PORT = 443;
const ANSWER_MS = 10_000;
const MOST_BYTES = 64 * 1024;

/** `loopbackPort`: a push service of tests, on this machine. */
type Opened = number | undefined;

const isOpened = (url: URL, loopbackPort: Opened): boolean =>
  loopbackPort !== undefined && url.protocol === "http:" && url.hostname === LOOPBACK && url.port === String(loopbackPort);

/**
 * Whether a browser may be registered with this address of a push service: https on its usual port,
 * no user part, no address within our networks. What its name resolves to is checked at each call.
 */
export function isPushAddress(text: string, loopbackPort: Opened): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (isOpened(url, loopbackPort)) return true;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isNameOrPublic = net.isIP(host) === 0 ? host.includes(".") && !/(?:^|\.)localhost\.*$/.test(host) : isPublicAddress(host);
  return url.protocol === "https:" && url.port === "" && url.username === "" && url.password === "" && isNameOrPublic;
}

/** The client for push services: the guarded one with short limits. */
export function createPushFetch(loopbackPort: Opened): GuardedFetch {
  return createGuardedFetch({
    timeoutMs: ANSWER_MS,
    maxBytes: MOST_BYTES,
    ports: loopbackPort === undefined ? [HTTPS_PORT] : [HTTPS_PORT, loopbackPort],
    isAllowedAddress: (address) => isPublicAddress(address) || (loopbackPort !== undefined && address === LOOPBACK),
  });
}

/** The key pair by which push services recognise this installation (RFC 8292), as base64url. */
export type VapidKeys = Readonly<{ publicKey: string; privateKey: string }>;

/** The pair that belongs to a secret: always the same one, in every process. */
export function createVapidKeys(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(hkdfSync("sha256", secret, "", `vapid ${attempt}`, 32));
    const pair = createECDH("prime256v1");
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // One of four thousand million numbers is larger than the order of the curve.
      continue;
    }
    return Object.freeze({ publicKey: pair.getPublicKey("base64url"), privateKey: scalar.toString("base64url") });
  }
}

/** How long a push service accepts a token (RFC 8292: at most a day), and how long we use it, in milliseconds. */
const LIFE_MS = 12 * 3_600_000;
const USE_MS = 600_000;
/** Browsers name their push services themselves, so there may be any number of them. */
const MOST_SERVICES = 100;

/** The header `Authorization` for push services, which is signed once for many pushes to the same one. */
interface VapidTokens {
  /** The header for the push service of an address. */
  headerFor(endpoint: string): string;
  /** Forgets the header of a push service that refused it. */
  forget(endpoint: string): void;
}

interface TokenOptions {
  readonly keys: VapidKeys;
  readonly subject: string;
  readonly clock: Pick<Clock, "now">;
}

function createVapidTokens({ keys, subject, clock }: TokenOptions): VapidTokens {
  const made = new RecentMap<string, { readonly header: string; readonly at: number }>(MOST_SERVICES);
  return {
    headerFor: (endpoint) => {
      const { origin } = new URL(endpoint);
      const now = clock.now().getTime();
      const known = made.get(origin);
      // A clock that was set back would leave a token that is valid for too long.
      if (known && now >= known.at && now < known.at + USE_MS) return known.header;
      const until = Math.floor((now + LIFE_MS) / 1_000);
      const { Authorization } = webPush.getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, "aes128gcm", until);
      made.set(origin, { header: Authorization, at: now });
      return Authorization;
    },
    forget: (endpoint) => void made.delete(new URL(endpoint).origin),
  };
}

/** A browser's subscription at its push service. */
interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface PushMessage {
  readonly text: string;
  /** How long the push service keeps it for a browser that is away, in seconds. */
  readonly keepSeconds: number;
  /** A later message with the same topic takes the place of one that waits: letters, digits, - and _. */
  readonly topic: string;
}

/** What a push service made of a message. */
export interface PushOutcome {
  /** `gone`: the subscription has ended and must be removed; `later`: to be tried again. */
  readonly result: "sent" | "gone" | "refused" | "later";
  /** The status of the answer; null without one. */
  readonly status: number | null;
  /** How long the push service wants us to wait, in milliseconds; null when it does not say. */
  readonly waitMs: number | null;
}

/** Encrypts a message for a browser and hands it to the push service; never throws. */
export type PushSender = (target: PushTarget, message: PushMessage) => Promise<PushOutcome>;

interface SenderOptions {
  readonly keys: VapidKeys;
  /** Whom a push service may contact: an https or mailto address. */
  readonly subject: string;
  readonly fetch: GuardedFetch;
  readonly clock: Pick<Clock, "now">;
}

/** A push service answers these when it does not accept the token. */
const REFUSED_TOKEN = [400, 401, 403];

export function createPushSender({ keys, subject, fetch, clock }: SenderOptions): PushSender {
  const tokens = createVapidTokens({ keys, subject, clock });
  return async (target, { text, keepSeconds, topic }) => {
    try {
      const subscription = { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } };
      const authorization = { Authorization: tokens.headerFor(target.endpoint) };
      const options = { headers: authorization, TTL: keepSeconds, topic, urgency: "high" } as const;
      const { headers, body } = webPush.generateRequestDetails(subscription, text, options);
      const answer = await fetch(target.endpoint, { method: "POST", headers: toText(headers), ...(body && { body }) });
      if (REFUSED_TOKEN.includes(answer.status)) tokens.forget(target.endpoint);
      return toOutcome(answer);
    } catch (error) {
      return toFailure(error);
    }
  };
}

const toText = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** RFC 8030: 201 accepts; 404 and 410 end a subscription; 429 and 5xx ask for another try. */
function toOutcome({ status, headers }: Pick<HttpAnswer, "status" | "headers">): PushOutcome {
  const seconds = Number(headers["retry-after"]);
  const waitMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;
  if (status >= 200 && status < 300) return { result: "sent", status, waitMs: null };
  if (status === 404 || status === 410) return { result: "gone", status, waitMs: null };
  return { result: status === 429 || status >= 500 ? "later" : "refused", status, waitMs };
}

/** An address that may not be called ends its subscription; keys that do not encrypt do as well. */
function toFailure(error: unknown): PushOutcome {
  if (error instanceof UnknownOutcomeError) return toOutcome({ status: error.status ?? 503, headers: {} });
  if (error instanceof NotSentError) return { result: "later", status: null, waitMs: null };
  return { result: error instanceof UrlNotAllowedError ? "gone" : "refused", status: null, waitMs: null };
}
