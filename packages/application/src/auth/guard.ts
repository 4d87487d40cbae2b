import { isWorkingTime } from "@balcao/domain/calendar";
import { AppError } from "@balcao/contracts/errors";
import { markSessionUsed, type SessionRow } from "@balcao/database/sessions";
import { toActor, type DirectorySnapshot } from "../directory/index.js";
import type { Ctx } from "../kernel/index.js";
import type { AuthDesk } from "./auth.js";
import { SessionEnded } from "./sessionEnded.js";
import { readToken, type TokenAudience, type TokenClaims } from "./tokens.js";

/** What a request brings besides its token. */
export interface RequestFacts {
  readonly ip: string | null;
  /** Method and path with its ids. */
  readonly route: string;
  readonly idempotencyKey: string | null;
}

export interface GuardOptions {
  /** Lets people through who must change their password first: only for the calls with which they can, and for leaving. */
  readonly beforePasswordChange?: boolean;
}

const NO_FACTS: RequestFacts = { ip: null, route: "", idempotencyKey: null };

/** The words after `Bearer` of an Authorization header. */
function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? null;
}

/**
 * Who asks, from an Authorization header. No bearer, ended session, unknown person: 401 ERR_SESSION_EXPIRED; a token that is not ours or has
 * expired: 403 ERR_INVALID_TOKEN; somebody who became inactive or is out of hours: 401 with that code; a password that must be changed
 * first: 403 ERR_PASSWORD_CHANGE_REQUIRED (D-004, C-4, C-5).
 */
export async function authenticate(
  desk: AuthDesk,
  header: string | undefined,
  facts: RequestFacts = NO_FACTS,
  options: GuardOptions = {},
): Promise<Ctx> {
  const bearer = bearerOf(header);
  if (bearer === null) throw new SessionEnded();
  return accessToken(desk, "api", bearer, facts, options);
}

/** Who connects, from a socket's token (AUTH-016); the same refusals as for calls. */
export function authenticateSocket(desk: AuthDesk, token: string, ip: string | null = null): Promise<Ctx> {
  return accessToken(desk, "socket", token, { ...NO_FACTS, ip }, {});
}

async function accessToken(
  desk: AuthDesk,
  audience: TokenAudience,
  token: string,
  facts: RequestFacts,
  options: GuardOptions,
): Promise<Ctx> {
  const claims = readToken(desk.secrets.accessTokenKey, audience, token, desk.house.clock.now());
  if (!claims) throw new AppError("ERR_INVALID_TOKEN");
  const session = await getSessionOf(desk, claims);
  return accessSessionRow(desk, session, claims.userId, facts, options);
}

/** The session of a download cookie, as `accessSession`; null when the cookie is not ours or its session has ended. */
export async function accessDownloadSession(desk: AuthDesk, token: string | undefined): Promise<Ctx | null> {
  const claims = token === undefined ? null : readToken(desk.secrets.accessTokenKey, "dl", token, desk.house.clock.now());
  return claims && accessSession(desk, claims.sessionId);
}

/** Who a living session belongs to, with the rights of now; null when it has ended or its person may not work. */
export async function accessSession(desk: AuthDesk, sessionId: string): Promise<Ctx | null> {
  const session = await desk.sessions.get(sessionId);
  try {
    return accessSessionRow(desk, session, session?.userId ?? 0, NO_FACTS, {});
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function accessSessionRow(desk: AuthDesk, session: SessionRow | null, userId: number, facts: RequestFacts, options: GuardOptions): Ctx {
  const now = desk.house.clock.now();
  if (!session || !isAlive(session, now) || session.userId !== userId) throw new SessionEnded();
  const snapshot = desk.house.directory.current();
  refuseIdle(snapshot, userId, now);
  const actor = toActor(snapshot, userId);
  if (!actor) throw new SessionEnded();
  if (snapshot.users.get(userId)?.mustChangePassword === true && options.beforePasswordChange !== true)
    throw new AppError("ERR_PASSWORD_CHANGE_REQUIRED");
  return { actor, sessionId: session.id, now, ...facts };
}

/** Whether a session may go on. */
export function isAlive(session: SessionRow, now: Date): boolean {
  return session.revokedAt === null && now < session.absoluteUntil && now < session.idleUntil;
}

/** Refuses people who may not work now: gone, inactive, out of hours. */
export function refuseIdle(snapshot: DirectorySnapshot, userId: number, now: Date): void {
  const user = snapshot.users.get(userId);
  if (!user || user.deleted) throw new SessionEnded();
  if (!user.active) throw new SessionEnded("ERR_USER_NO_ACTIVE");
  if (!isWorkingTime(user, now, snapshot.settings.timeZone)) throw new SessionEnded("ERR_INVALID_WORKING_TIME");
}

/** The session's row, not older than the token; a first use of the present generation is noted, which makes older tokens suspicious (M-9). */
async function getSessionOf({ sessions, house }: AuthDesk, { sessionId, version }: TokenClaims): Promise<SessionRow | null> {
  let session = await sessions.get(sessionId);
  if (session && session.counter < version) {
    sessions.forget(sessionId);
    session = await sessions.get(sessionId);
  }
  if (session && version > 0 && session.counter === version && session.successorUsedAt === null) {
    await markSessionUsed(house.database.sql, sessionId, version, house.clock.now());
    sessions.forget(sessionId);
  }
  return session;
}
