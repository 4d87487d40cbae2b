import { createHash, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** A refresh token in parts. The session finds the row, the generation says how far behind it is, the word proves both. */
export interface RefreshToken {
  readonly sessionId: string;
  readonly counter: number;
  readonly word: Buffer;
}

const WORD_BYTES = 32;
const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,6})\.([A-Za-z0-9_-]{43})$/;

/** The first token of a session. */
export function firstRefreshToken(sessionId: string): RefreshToken {
  return { sessionId, counter: 0, word: randomBytes(WORD_BYTES) };
}

/**
 * The token that follows: the same one whoever asks, so that parallel refreshes and lost answers end in one family (M-9).
 * Nobody without the server's key can compute it.
 */
export function nextRefreshToken(key: string, { sessionId, counter, word }: RefreshToken): RefreshToken {
  const next = counter + 1;
  return { sessionId, counter: next, word: Buffer.from(hkdfSync("sha256", word, key, `refresh ${sessionId} ${next}`, WORD_BYTES)) };
}

/** What is kept of a token. */
export function hashRefreshToken({ word }: RefreshToken): Buffer {
  return createHash("sha256").update(word).digest();
}

/** Whether a kept hash is that of the token. */
export function isTokenOf(hash: Buffer | null, token: RefreshToken): boolean {
  return hash !== null && timingSafeEqual(hash, hashRefreshToken(token));
}

export function printRefreshToken({ sessionId, counter, word }: RefreshToken): string {
  return `${sessionId}.${counter}.${word.toString("base64url")}`;
}

/** The parts of what a cookie brought; null for anything that we never wrote. */
export function parseRefreshToken(text: string | undefined): RefreshToken | null {
  const [, sessionId, counter, word] = SHAPE.exec(text ?? "") ?? [];
  if (sessionId === undefined || counter === undefined || word === undefined) return null;
  return { sessionId, counter: Number(counter), word: Buffer.from(word, "base64url") };
}
