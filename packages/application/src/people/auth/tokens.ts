import { createSecretKey, type KeyObject } from "node:crypto";
import { RecentMap } from "@balcao/platform/recent";
import jwt from "jsonwebtoken";

/**
 * What a token is valid for: calls, the socket's handshake, or downloads by plain navigation. A
 * token of one audience is refused by the others [S-08].
 */
export type TokenAudience = "api" | "socket" | "dl";

export interface TokenClaims {
  readonly userId: number;
  readonly sessionId: string;
  /** Generation of the session's refresh token when this token was signed. */
  readonly version: number;
}

/** The format of session ids; PostgreSQL would throw for any other text. */
export const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface TokenLife {
  readonly now: Date;
  readonly lifeSeconds: number;
}

/** Signs a token (HS256) that expires after `lifeSeconds`. */
export function signToken(key: string, audience: TokenAudience, claims: TokenClaims, { now, lifeSeconds }: TokenLife): string {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  const payload = {
    sub: String(claims.userId),
    sid: claims.sessionId,
    ver: claims.version,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + lifeSeconds,
  };
  return jwt.sign(payload, keyObject(key), { algorithm: "HS256" });
}

/** A token that was verified, until it expires. */
interface Verified {
  readonly claims: TokenClaims;
  /** In seconds since 1970. */
  readonly expiresAt: number;
}

/** More tokens than people and screens use at a time; beyond, the oldest is forgotten and verified again. */
const MOST_VERIFIED = 2_000;

/** By key and audience, by text: a screen makes each of its calls with the same token. Whether the session lives is asked elsewhere. */
const verified = new Map<string, Map<string, Verified>>();

/**
 * Returns the claims of a valid token for this audience; null for any other text and for expired
 * tokens.
 */
export function readToken(key: string, audience: TokenAudience, token: string, now: Date): TokenClaims | null {
  const seconds = Math.floor(now.getTime() / 1_000);
  const known = knownTokens(`${audience} ${key}`);
  const remembered = known.get(token);
  if (remembered) return seconds < remembered.expiresAt ? remembered.claims : null;
  const found = verify(key, audience, token, seconds);
  if (!found) return null;
  known.set(token, found);
  return found.claims;
}

function knownTokens(name: string): Map<string, Verified> {
  const known = verified.get(name) ?? new RecentMap<string, Verified>(MOST_VERIFIED);
  verified.set(name, known);
  return known;
}

function verify(key: string, audience: TokenAudience, token: string, clockTimestamp: number): Verified | null {
  try {
    const payload = jwt.verify(token, keyObject(key), { algorithms: ["HS256"], audience, clockTimestamp });
    return typeof payload === "string" ? null : toVerified(payload);
  } catch {
    return null;
  }
}

const keyObjects = new Map<string, KeyObject>();

/**
 * Caches the key as an object: given a text, the library first tries to parse a public key, which
 * dominates a short request.
 */
function keyObject(key: string): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(Buffer.from(key));
  keyObjects.set(key, known);
  return known;
}

function toVerified({ sub, sid, ver, exp }: jwt.JwtPayload): Verified | null {
  const userId = Number(sub);
  const version: unknown = ver;
  const sessionId: unknown = sid;
  if (!Number.isSafeInteger(userId) || typeof sessionId !== "string" || !SESSION_ID.test(sessionId)) return null;
  if (!Number.isSafeInteger(version) || typeof version !== "number" || exp === undefined) return null;
  return { claims: { userId, sessionId, version }, expiresAt: exp };
}
