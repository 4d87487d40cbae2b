import { timingSafeEqual, createHash } from "node:crypto";

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
