import { createSecretKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";

/** What a token opens: calls, the socket's handshake, downloads by plain navigation. One never stands in for another (S-08). */
export type TokenAudience = "api" | "socket" | "dl";

export interface TokenClaims {
  readonly userId: number;
  readonly sessionId: string;
  /** Generation of the session's refresh token when this was made. */
  readonly version: number;
}

/** How ids of sessions look; nothing else is worth a question to the database, which would refuse it as no id at all. */
export const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A signed token (HS256) that ends after so many seconds. */
export function signToken(key: string, audience: TokenAudience, claims: TokenClaims, now: Date, lifeSeconds: number): string {
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

/** The claims of a token of ours for this audience; null for every other word, also an expired one. */
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

/** A text would be tried as a public key first, at every call: that takes longer than all the rest of a short request. */
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
