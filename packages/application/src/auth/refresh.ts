import { getSession, lockSession, revokeSession, rotateSession, type SessionRow } from "@balcao/database/sessions";
import type { Sql } from "@balcao/database/sql";
import { networkOf } from "@balcao/platform/http";
import { recordSystemAudit } from "../audit/index.js";
import { inUnit } from "../kernel/index.js";
import { after, LIFE, type AuthDesk, type Visitor } from "./auth.js";
import { isAlive, refuseIdle } from "./guard.js";
import { issueTokens, type SignedIn } from "./issue.js";
import { hashRefreshToken, isTokenOf, nextRefreshToken, parseRefreshToken, type RefreshToken } from "./refreshToken.js";
import { SessionEnded } from "./sessionEnded.js";

/** For so long an older token is a late one of the same browser and not a stolen one. */
const LATE_MS = 10_000;
/** An older token is proved by deriving the present one, a step per generation; further back it is refused unproved. */
const MOST_GENERATIONS_BEHIND = 8;

type Judgement =
  | { readonly verdict: "go"; readonly token: RefreshToken; readonly session: SessionRow }
  | { readonly verdict: "refused" }
  | { readonly verdict: "reused" };

/**
 * A new access token for a refresh cookie (API-003, M-9). Parallel and repeated calls get the same successor; a token whose successor is in
 * use elsewhere ends the session. Refusals are 401: ERR_SESSION_EXPIRED, or why its person may not work now; and 429 beyond the
 * limits, which count proved cookies per session and all others per address.
 */
export async function refreshSession(desk: AuthDesk, visitor: Visitor, cookie: string | undefined): Promise<SignedIn> {
  const { house, sessions } = desk;
  const token = parseRefreshToken(cookie);
  if (!token) throw new SessionEnded();
  // A forged cookie must not wait for the row's lock, nor hold it.
  const known = await getSession(house.database.sql, token.sessionId);
  if (!known || !isProved(desk, known, token)) {
    await desk.limits.unprovedRefresh(networkOf(visitor.ip));
    throw new SessionEnded();
  }
  await desk.limits.provedRefresh(token.sessionId);
  const now = house.clock.now();
  const snapshot = house.directory.current();
  const judged = await inUnit(house, async (unit) => {
    const session = await lockSession(unit, token.sessionId);
    if (!session || !isAlive(session, now)) return { verdict: "refused" } as const;
    const judgement = judge(desk, session, token, now);
    if (judgement.verdict === "reused") await endFamily(unit, session, visitor, now);
    if (judgement.verdict !== "go") return judgement;
    refuseIdle(snapshot, session.userId, now);
    return rotateIfCurrent(unit, judgement, now);
  });
  sessions.forget(token.sessionId);
  if (judged.verdict !== "go") throw new SessionEnded();
  return issueTokens(desk, judged.session.userId, judged.token, judged.session);
}

/** Whether we made this token for this session; one that somebody made up is none, whatever generation it claims. */
function isProved({ secrets }: AuthDesk, session: SessionRow, token: RefreshToken): boolean {
  return token.counter === session.counter
    ? isTokenOf(session.refreshHash, token)
    : presentTokenOf(secrets.refreshKey, session, token) !== null;
}

/** What to answer to a token: its successor, the present one to a late older one, or nothing. */
function judge({ secrets }: AuthDesk, session: SessionRow, token: RefreshToken, now: Date): Judgement {
  if (isTokenOf(session.refreshHash, token) && token.counter === session.counter)
    return { verdict: "go", token: nextRefreshToken(secrets.refreshKey, token), session };
  const present = presentTokenOf(secrets.refreshKey, session, token);
  // Somebody who only guessed the session's id must not be able to end it.
  if (!present) return { verdict: "refused" };
  const isPrevious = token.counter === session.counter - 1;
  const usedAt = isPrevious ? session.successorUsedAt : session.rotatedAt;
  return usedAt === null || now.getTime() - usedAt.getTime() < LATE_MS ? { verdict: "go", token: present, session } : { verdict: "reused" };
}

/** The session's present token, derived from an older one; null for one that is not ours, or too old to be worth the work. */
function presentTokenOf(key: string, session: SessionRow, token: RefreshToken): RefreshToken | null {
  const behind = session.counter - token.counter;
  if (behind < 1 || behind > MOST_GENERATIONS_BEHIND) return null;
  if (behind === 1 && !isTokenOf(session.previousHash, token)) return null;
  let present = token;
  while (present.counter < session.counter) present = nextRefreshToken(key, present);
  return isTokenOf(session.refreshHash, present) ? present : null;
}

async function rotateIfCurrent(tx: Sql, judgement: Extract<Judgement, { verdict: "go" }>, now: Date): Promise<Judgement> {
  const { session, token } = judgement;
  if (token.counter === session.counter) return judgement;
  const idleUntil = after(now, LIFE.idleSession);
  await rotateSession(tx, session.id, hashRefreshToken(token), now, idleUntil);
  return { ...judgement, session: { ...session, idleUntil: idleUntil < session.absoluteUntil ? idleUntil : session.absoluteUntil } };
}

async function endFamily(tx: Sql, session: SessionRow, { ip }: Visitor, now: Date): Promise<void> {
  await revokeSession(tx, session.id, now, "reused");
  await recordSystemAudit(tx, "session.refreshReused", { ip, userId: session.userId });
}
