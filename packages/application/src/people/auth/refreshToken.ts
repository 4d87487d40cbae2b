import { createHash, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * A parsed refresh token: `sessionId` finds the row, `counter` is its generation, `word` is the
 * random part that proves both.
 */
export interface RefreshToken {
  readonly sessionId: string;
  readonly counter: number;
  readonly word: Buffer;
}

const WORD_BYTES = 32;
const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,6})\.([A-Za-z0-9_-]{43})$/;

/** The first token of a session. */
export function firstRefreshToken(sessionId: string): RefreshToken {
  return freshRefreshToken(sessionId, 0);
}

/** A token that no earlier one leads to: whoever holds a copy of one of those is shut out. */
export function freshRefreshToken(sessionId: string, counter: number): RefreshToken {
  return { sessionId, counter, word: randomBytes(WORD_BYTES) };
}

/**
 * Derives the next token. It is the same for every caller, so that parallel refreshes and lost
 * answers continue one session; only the server's key can compute it.
 */
export function nextRefreshToken(key: string, { sessionId, counter, word }: RefreshToken): RefreshToken {
  const next = counter + 1;
  return { sessionId, counter: next, word: Buffer.from(hkdfSync("sha256", word, key, `refresh ${sessionId} ${next}`, WORD_BYTES)) };
}

/** Returns the hash that is stored of a token. */
export function hashRefreshToken({ word }: RefreshToken): Buffer {
  return createHash("sha256").update(word).digest();
}

/** Returns whether a stored hash belongs to the token. */
export function isTokenOf(hash: Buffer | null, token: RefreshToken): boolean {
  return hash !== null && timingSafeEqual(hash, hashRefreshToken(token));
}

export function printRefreshToken({ sessionId, counter, word }: RefreshToken): string {
  return `${sessionId}.${counter}.${word.toString("base64url")}`;
}

/** Parses a cookie's value; null for anything that is not in our format. */
export function parseRefreshToken(text: string | undefined): RefreshToken | null {
  const [, sessionId, counter, word] = SHAPE.exec(text ?? "") ?? [];
  if (sessionId === undefined || counter === undefined || word === undefined) return null;
  return { sessionId, counter: Number(counter), word: Buffer.from(word, "base64url") };
}
