import { createSecretKey, type KeyObject } from "node:crypto";
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

/**
 * Returns the claims of a valid token for this audience; null for any other text and for expired
 * tokens.
 */
export function readToken(key: string, audience: TokenAudience, token: string, now: Date): TokenClaims | null {
  try {
    const payload = jwt.verify(token, keyObject(key), {
      algorithms: ["HS256"],
      audience,
      clockTimestamp: Math.floor(now.getTime() / 1_000),
    });
    return typeof payload === "string" ? null : toClaims(payload);
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

function toClaims({ sub, sid, ver, exp }: jwt.JwtPayload): TokenClaims | null {
  const userId = Number(sub);
  const version: unknown = ver;
  const sessionId: unknown = sid;
  if (!Number.isSafeInteger(userId) || typeof sessionId !== "string" || !SESSION_ID.test(sessionId)) return null;
  if (!Number.isSafeInteger(version) || typeof version !== "number" || exp === undefined) return null;
  return { userId, sessionId, version };
}
