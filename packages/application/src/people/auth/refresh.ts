import { getAuthSession, lockAuthSession, revokeAuthSession, rotateAuthSession, type AuthSessionRow } from "@balcao/database/authSessions";
import type { Sql } from "@balcao/database/sql";
import { networkOf } from "@balcao/platform/http";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit } from "../../ground/kernel/index.js";
import { after, LIFE, type AuthServices, type Visitor } from "./auth.js";
import { refuseEnded, refuseIdle } from "./guard.js";
import { issueTokens, type SignedIn } from "./issue.js";
import { hashRefreshToken, isTokenOf, nextRefreshToken, parseRefreshToken, type RefreshToken } from "./refreshToken.js";
import { SessionEnded } from "./sessionEnded.js";

/**
 * Within this time after a rotation, an older token is a delayed one of the same browser, not a
 * stolen one.
 */
const LATE_MS = 10_000;
/**
 * An older token is verified by deriving the current one, one step per generation; a token further
 * behind is refused.
 */
const MOST_GENERATIONS_BEHIND = 8;

type Judgement =
  | { readonly verdict: "go"; readonly token: RefreshToken; readonly session: AuthSessionRow }
  | { readonly verdict: "refused" }
  | { readonly verdict: "reused" };

/**
 * Issues a new access token for a refresh cookie [API-003]. Parallel and repeated calls get
 * the same successor; a token whose successor is already in use ends the session.
 * Throws 401 ERR_SESSION_EXPIRED, 401 with the reason why the person may not work now, or 429
 * beyond the limits: valid cookies count per session, all others per address.
 */
export async function refreshSession(auth: AuthServices, visitor: Visitor, cookie: string | undefined): Promise<SignedIn> {
  const { services, sessions } = auth;
  const token = parseRefreshToken(cookie);
  if (!token) throw new SessionEnded();
  // A forged cookie must neither wait for the row's lock nor hold it.
  const known = await getAuthSession(services.database.sql, token.sessionId);
  if (!known || !isProved(auth, known, token)) {
    await auth.limits.unprovedRefresh(networkOf(visitor.ip));
    throw new SessionEnded();
  }
  await auth.limits.provedRefresh(token.sessionId);
  const now = services.clock.now();
  const snapshot = services.directory.current();
  const judged = await inUnit(services, async (unit) => {
    const session = await lockAuthSession(unit, token.sessionId);
    if (!session) return { verdict: "refused" } as const;
    refuseIdle(snapshot, session.userId, now);
    refuseEnded(session, now);
    const judgement = judge(auth, session, token, now);
    if (judgement.verdict === "reused") await endFamily(unit, session, visitor, now);
    if (judgement.verdict !== "go") return judgement;
    return rotateIfCurrent(unit, judgement, now);
  });
  sessions.forget(token.sessionId);
  if (judged.verdict !== "go") throw new SessionEnded();
  return issueTokens(auth, judged.session.userId, judged.token, judged.session);
}

/**
 * Returns whether this server issued the token for this session; a forged one fails, whatever
 * generation it claims.
 */
function isProved({ secrets }: AuthServices, session: AuthSessionRow, token: RefreshToken): boolean {
  return token.counter === session.counter
    ? isTokenOf(session.refreshHash, token)
    : currentTokenOf(secrets.refreshKey, session, token) !== null;
}

/**
 * Decides about a token: its successor, the current token for a delayed older one, or a refusal.
 */
function judge({ secrets }: AuthServices, session: AuthSessionRow, token: RefreshToken, now: Date): Judgement {
  if (isTokenOf(session.refreshHash, token) && token.counter === session.counter)
    return { verdict: "go", token: nextRefreshToken(secrets.refreshKey, token), session };
  const current = currentTokenOf(secrets.refreshKey, session, token);
  // Somebody who only guessed the session's id must not be able to end it.
  if (!current) return { verdict: "refused" };
  const isPrevious = token.counter === session.counter - 1;
  const usedAt = isPrevious ? session.successorUsedAt : session.rotatedAt;
  return usedAt === null || now.getTime() - usedAt.getTime() < LATE_MS ? { verdict: "go", token: current, session } : { verdict: "reused" };
}

/**
 * Derives the session's current token from an older one; null for a forged token, or one too far
 * behind.
 */
function currentTokenOf(key: string, session: AuthSessionRow, token: RefreshToken): RefreshToken | null {
  const behind = session.counter - token.counter;
  if (behind < 1 || behind > MOST_GENERATIONS_BEHIND) return null;
  if (behind === 1 && !isTokenOf(session.previousHash, token)) return null;
  let current = token;
  while (current.counter < session.counter) current = nextRefreshToken(key, current);
  return isTokenOf(session.refreshHash, current) ? current : null;
}

async function rotateIfCurrent(tx: Sql, judgement: Extract<Judgement, { verdict: "go" }>, now: Date): Promise<Judgement> {
  const { session, token } = judgement;
  if (token.counter === session.counter) return judgement;
  const idleUntil = after(now, LIFE.idleSession);
  await rotateAuthSession(tx, session.id, { nextHash: hashRefreshToken(token), now, idleUntil });
  return { ...judgement, session: { ...session, idleUntil: idleUntil < session.absoluteUntil ? idleUntil : session.absoluteUntil } };
}

async function endFamily(tx: Sql, session: AuthSessionRow, { ip }: Visitor, now: Date): Promise<void> {
  await revokeAuthSession(tx, session.id, { now, reason: "reused" });
  await recordSystemAudit(tx, "session.refreshReused", { ip, userId: session.userId });
}
