import { lockSession, revokeSession, rotateSession, type SessionRow } from "@balcao/database/sessions";
import type { Sql } from "@balcao/database/sql";
import { recordSystemAudit } from "../audit/index.js";
import { inUnit } from "../kernel/index.js";
import { after, LIFE, type AuthDesk, type Visitor } from "./auth.js";
import { isAlive, refuseIdle } from "./guard.js";
import { issueTokens, type SignedIn } from "./issue.js";
import { hashRefreshToken, isTokenOf, nextRefreshToken, parseRefreshToken, type RefreshToken } from "./refreshToken.js";
import { SessionEnded } from "./sessionEnded.js";

/** For so long an older token is a late one of the same browser and not a stolen one. */
const LATE_MS = 10_000;

type Judgement =
  | { readonly verdict: "go"; readonly token: RefreshToken; readonly session: SessionRow }
  | { readonly verdict: "refused" }
  | { readonly verdict: "reused" };

/**
 * A new access token for a refresh cookie (API-003, M-9). Parallel and repeated calls get the same successor; a token whose successor is in
 * use elsewhere ends the session. Every refusal is 401: ERR_SESSION_EXPIRED, or why its person may not work now.
 */
export async function refreshSession(desk: AuthDesk, visitor: Visitor, cookie: string | undefined): Promise<SignedIn> {
  const { house, sessions } = desk;
  const token = parseRefreshToken(cookie);
  if (!token) throw new SessionEnded();
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

/** What to answer to a token: its successor, the present one to a late older one, or nothing. */
function judge({ secrets }: AuthDesk, session: SessionRow, token: RefreshToken, now: Date): Judgement {
  if (isTokenOf(session.refreshHash, token) && token.counter === session.counter)
    return { verdict: "go", token: nextRefreshToken(secrets.refreshKey, token), session };
  const present = successorAt(secrets.refreshKey, token, session.counter);
  // Somebody who only guessed the session's id must not be able to end it.
  if (!present || !isTokenOf(session.refreshHash, present)) return { verdict: "refused" };
  const isPrevious = token.counter === session.counter - 1;
  const usedAt = isPrevious ? session.successorUsedAt : session.rotatedAt;
  return usedAt === null || now.getTime() - usedAt.getTime() < LATE_MS ? { verdict: "go", token: present, session } : { verdict: "reused" };
}

function successorAt(key: string, token: RefreshToken, counter: number): RefreshToken | null {
  if (token.counter >= counter) return null;
  let present = token;
  while (present.counter < counter) present = nextRefreshToken(key, present);
  return present;
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
