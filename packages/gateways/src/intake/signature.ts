import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Computes the HMAC-SHA256 of a body with several keys at once, while it streams. */
export interface RunningHmac {
  update(bytes: Uint8Array): void;
  /** Lower-case hex, one per key, in the keys' order. Call it once. */
  digests(): string[];
}

/**
 * Starts the HMACs. Empty keys are left out, so that a connection without a key accepts nothing.
 */
export function createRunningHmac(keys: readonly string[]): RunningHmac {
  const running = keys.filter((key) => key !== "").map((key) => createHmac("sha256", key));
  return {
    update: (bytes) => {
      for (const hmac of running) hmac.update(bytes);
    },
    digests: () => running.map((hmac) => hmac.digest("hex")),
  };
}

/** The digest of a whole body. */
export function digestOf(raw: readonly Uint8Array[], key: string): readonly string[] {
  const hmac = createRunningHmac([key]);
  for (const bytes of raw) hmac.update(bytes);
  return hmac.digests();
}

/**
 * Whether the `x-hmac-signature` header (hex, no prefix) is one of the digests of the raw body.
 * Constant time per digest; no header or no digest means false.
 */
export function verifyMeowSignature(digests: readonly string[], header: string | undefined): boolean {
  return isOneOf(digests, header);
}

/**
 * Whether the `x-hub-signature-256` header (`sha256=` and hex) is one of the digests of the raw
 * body. As strict as verifyMeowSignature.
 */
export function verifyMetaSignature(digests: readonly string[], header: string | undefined): boolean {
  const [, hex] = /^\s*sha256=([\da-f]{64})\s*$/i.exec(header ?? "") ?? [];
  return isOneOf(digests, hex);
}

function isOneOf(digests: readonly string[], header: string | undefined): boolean {
  const given = Buffer.from((header ?? "").trim().toLowerCase());
  return (
    digests.map((digest) => Buffer.from(digest)).filter((digest) => digest.length === given.length && timingSafeEqual(digest, given))
      .length > 0
  );
}

/**
 * The keys that may sign a meow connection's webhooks, from its opened account; with none, no
 * webhook is accepted.
 */
export function meowHmacKeys(account: Readonly<Record<string, string>>): string[] {
  const { hmacKey = "" } = account;
  return hmacKey === "" ? [] : [hmacKey];
}

const LONGEST_CHALLENGE = 200;

/**
 * The challenge to answer when Meta verifies the webhook's address; null for another mode, another
 * token, or when no token is set here. The token is compared in constant time.
 */
export function answerMetaHandshake(query: Readonly<Record<string, unknown>>, verifyToken: string): string | null {
  const { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge } = query;
  if (verifyToken === "" || mode !== "subscribe" || typeof token !== "string" || typeof challenge !== "string") return null;
  if (challenge === "" || challenge.length > LONGEST_CHALLENGE) return null;
  return timingSafeEqual(digest(token), digest(verifyToken)) ? challenge : null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
