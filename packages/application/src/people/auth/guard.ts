import type { Actor } from "@balcao/domain/access";
import { covers, narrowed, type ApiNeed } from "@balcao/domain/apiTokens";
import { isWorkingTime } from "@balcao/domain/calendar";
import { AppError } from "@balcao/contracts/errors";
import { markApiTokenUsed, type ApiTokenRow } from "@balcao/database/apiTokens";
import { getAuthSessions, markAuthSessionUsed, type AuthSessionRow } from "@balcao/database/authSessions";
import { networkOf } from "@balcao/platform/http";
import { toActor, type DirectorySnapshot } from "../../ground/directory/index.js";
import { isAlive, type Ctx } from "../../ground/kernel/index.js";
import { dutiesOf } from "../users/index.js";
import { isApiToken, isInNetworks, readApiToken } from "./apiTokenText.js";
import type { AuthServices } from "./auth.js";
import { SessionEnded } from "./sessionEnded.js";
import { readToken, type TokenAudience, type TokenClaims } from "./tokens.js";

/** Facts of a request besides its token. */
export interface RequestFacts {
  readonly ip: string | null;
  /** Method and path, with its ids. */
  readonly route: string;
  readonly idempotencyKey: string | null;
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
}

export interface GuardOptions {
  /**
   * Admits people who must change their password or set up a second factor first: only for the calls that do so, and for signing out.
   */
  readonly beforeAll?: boolean;
  /** What the call asks of a token of a program; without it no token opens the call (D-571). */
  readonly need?: ApiNeed | null;
  /** Told who calls before it is judged, so that a refusal is audited under their name. */
  readonly onCaller?: (userId: number, sessionId: string) => void;
}

/** A token's last use is at most this old. */
const USE_NOTED_MS = 60_000;

/** A program acts without a session of its owner. */
const BY_TOKEN = { byProvider: false, providerMfa: false } as const;

const NO_FACTS: RequestFacts = { ip: null, route: "", idempotencyKey: null };

/** Returns the token after `Bearer` in an Authorization header. */
function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? null;
}

/**
 * Returns who asks, from an Authorization header. Throws 401 ERR_SESSION_EXPIRED without a token or
 * for an ended session, 403 ERR_INVALID_TOKEN for an invalid or expired token, 401 with their code
 * for inactive people or outside working hours, and 403 ERR_PASSWORD_CHANGE_REQUIRED until the
 * password is changed, ERR_SECOND_FACTOR_DUE until a demanded second factor is set up [D-004, C-5, D-521]. A token of a program
 * is judged like a session, within its scope.
 */
export async function authenticate(
  auth: AuthServices,
  header: string | undefined,
  facts: RequestFacts = NO_FACTS,
  options: GuardOptions = {},
): Promise<Ctx> {
  const bearer = bearerOf(header);
  if (bearer === null) throw new SessionEnded();
  if (isApiToken(bearer)) return accessApiToken(auth, bearer, facts, options);
  return accessToken(auth, { audience: "api", token: bearer }, facts, options);
}

/**
 * Returns the person of a request that took a while, by the session, account and rights of this moment; throws what `authenticate`
 * throws for a session that has ended since.
 */
export async function authenticateAgain(auth: AuthServices, ctx: Ctx, options: GuardOptions = {}): Promise<Ctx> {
  const { actor, sessionId, byToken, now, ...facts } = ctx;
  if (byToken) return { ...accessTokenRow(auth, await auth.apiTokens.get(sessionId), facts, options), now };
  const session = await auth.sessions.get(sessionId);
  return { ...accessSessionRow(auth, { session, userId: actor.id }, facts, options), now };
}

/**
 * Returns who connects, from a socket's token [AUTH-016]; throws the same errors as `authenticate`.
 */
export function authenticateSocket(auth: AuthServices, token: string, ip: string | null = null): Promise<Ctx> {
  return accessToken(auth, { audience: "socket", token }, { ...NO_FACTS, ip }, {});
}

async function accessToken(
  auth: AuthServices,
  { audience, token }: { readonly audience: TokenAudience; readonly token: string },
  facts: RequestFacts,
  options: GuardOptions,
): Promise<Ctx> {
  const claims = readToken(auth.secrets.accessTokenKey, audience, token, auth.services.clock.now());
  if (!claims) throw new AppError("ERR_INVALID_TOKEN");
  const session = await getSessionOf(auth, claims);
  return accessSessionRow(auth, { session, userId: claims.userId }, facts, options);
}

/**
 * Returns the person and session of a download cookie; null when the cookie is invalid or its
 * session has ended.
 */
export async function accessDownloadSession(auth: AuthServices, token: string | undefined): Promise<Ctx | null> {
  const claims = token === undefined ? null : readToken(auth.secrets.accessTokenKey, "dl", token, auth.services.clock.now());
  return claims && accessSession(auth, claims.sessionId);
}

/**
 * Returns the person of a session with their current rights; null when it has ended or the person
 * may not work now.
 */
async function accessSession(auth: AuthServices, sessionId: string): Promise<Ctx | null> {
  return personOf(auth, await auth.sessions.get(sessionId));
}

/** Returns who has been given a signed address: the person of a session, or a program by its token; null when it has ended. */
export async function accessGiven(auth: AuthServices, id: string, ip: string | null): Promise<Ctx | null> {
  const person = await accessSession(auth, id);
  const token = person ? null : await auth.apiTokens.get(id);
  return token ? orNull(() => accessTokenRow(auth, token, { ...NO_FACTS, ip }, "file")) : person;
}

/**
 * Returns which of the sessions live and belong to people who may work now. They are one query and
 * never older than this call.
 */
export async function aliveSessions(auth: AuthServices, sessionIds: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const rows = await getAuthSessions(auth.services.database.sql, [...sessionIds]);
  return new Set(rows.filter((row) => personOf(auth, row) !== null).map(({ id }) => id));
}

function personOf(auth: AuthServices, session: AuthSessionRow | null): Ctx | null {
  return orNull(() => accessSessionRow(auth, { session, userId: session?.userId ?? 0 }, NO_FACTS, {}));
}

function orNull<T>(access: () => T): T | null {
  try {
    return access();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function accessSessionRow(
  auth: AuthServices,
  { session, userId }: { readonly session: AuthSessionRow | null; readonly userId: number },
  facts: RequestFacts,
  options: GuardOptions,
): Ctx {
  const now = auth.services.clock.now();
  if (!session || session.userId !== userId) throw new SessionEnded();
  const snapshot = auth.services.directory.current();
  // The reason why a person may not work comes first: a deactivation has ended the sessions as well.
  refuseIdle(snapshot, userId, now);
  refuseEnded(session, now);
  const actor = toActor(snapshot, userId);
  if (!actor) throw new SessionEnded();
  if (options.beforeAll !== true) refuseUnprepared(snapshot, userId, session, now);
  return { actor, sessionId: session.id, now, ...facts };
}

/** Reads a token of a program, whose secret is compared before anything is said about it; notes its use. */
async function accessApiToken(auth: AuthServices, text: string, facts: RequestFacts, options: GuardOptions): Promise<Ctx> {
  const { database, clock } = auth.services;
  const read = readApiToken(text);
  const row = read && (await auth.apiTokens.get(read.id));
  if (!row || !read.isOf(row.secretHash)) {
    await auth.limits.wrongToken(networkOf(facts.ip));
    throw new AppError("ERR_INVALID_TOKEN");
  }
  options.onCaller?.(row.userId, row.id);
  const ctx = accessTokenRow(auth, row, facts, options);
  const now = clock.now();
  if (row.usedAt === null || now.getTime() - row.usedAt.getTime() > USE_NOTED_MS) {
    await markApiTokenUsed(database.sql, row.id, now, facts.ip);
    auth.apiTokens.forget(row.id);
  }
  return ctx;
}

/**
 * Returns the owner's rights of this moment within the scope of a token. One of the installation works at all hours, as long as its
 * maker is an administrator (D-572).
 */
function accessTokenRow(auth: AuthServices, row: ApiTokenRow | null, facts: RequestFacts, use: GuardOptions | "file"): Ctx {
  const now = auth.services.clock.now();
  if (!row || row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= now)) throw new SessionEnded();
  const snapshot = auth.services.directory.current();
  const owner = ownerOf(snapshot, row, now);
  if (!isInNetworks(facts.ip, row.addresses)) throw new AppError("ERR_NO_PERMISSION");
  if (use !== "file" && !covers(row, use.need ?? null)) throw new AppError("ERR_NO_PERMISSION");
  return { actor: narrowed(owner, row, [...snapshot.queues.keys()]), sessionId: row.id, byToken: true, now, ...facts };
}

/** The owner of a token with the rights of this moment; throws when the owner may not work with it now. */
function ownerOf(snapshot: DirectorySnapshot, { userId, installation }: ApiTokenRow, now: Date): Actor {
  const owner = toActor(snapshot, userId);
  if (!owner?.active || (installation && owner.profile !== "admin")) throw new SessionEnded();
  if (!installation) refuseIdle(snapshot, userId, now);
  refuseUnprepared(snapshot, userId, BY_TOKEN, now);
  return owner;
}

/** Throws for people who must change their password or set up a second factor first. */
function refuseUnprepared(snapshot: DirectorySnapshot, userId: number, session: Parameters<typeof dutiesOf>[2], now: Date): void {
  const user = snapshot.users.get(userId);
  if (!user) return;
  const { mustChangePassword, secondFactorDue: due } = dutiesOf(snapshot, user, session);
  if (mustChangePassword) throw new AppError("ERR_PASSWORD_CHANGE_REQUIRED");
  if (due !== null && due <= now) throw new AppError("ERR_SECOND_FACTOR_DUE");
}

/** Reasons of ended sessions that people are told: somebody has given the account another password. */
export const PASSWORD_REASONS = { changed: "password changed", reset: "password reset" } as const;
const isPasswordReason = (reason: string | null): boolean => Object.values<string | null>(PASSWORD_REASONS).includes(reason);

/** Throws `SessionEnded` for a session that has ended or expired. */
export function refuseEnded(session: AuthSessionRow, now: Date): void {
  if (!isAlive(session, now))
    throw new SessionEnded(isPasswordReason(session.revokeReason) ? "ERR_PASSWORD_CHANGED" : "ERR_SESSION_EXPIRED");
}

/**
 * Throws `SessionEnded` for people who may not work now: deleted, inactive or outside working
 * hours.
 */
export function refuseIdle(snapshot: DirectorySnapshot, userId: number, now: Date): void {
  const user = snapshot.users.get(userId);
  if (!user || user.deleted) throw new SessionEnded();
  if (!user.active) throw new SessionEnded("ERR_USER_NO_ACTIVE");
  if (!isWorkingTime(user, now, snapshot.settings.timeZone)) throw new SessionEnded("ERR_INVALID_WORKING_TIME");
}

/**
 * Returns the session's row, at least as new as the token. The first use of the current generation
 * is stored, because older tokens are suspicious from then on [M-9].
 */
async function getSessionOf({ sessions, services }: AuthServices, { sessionId, version }: TokenClaims): Promise<AuthSessionRow | null> {
  let session = await sessions.get(sessionId);
  if (session && session.counter < version) {
    sessions.forget(sessionId);
    session = await sessions.get(sessionId);
  }
  if (session && version > 0 && session.counter === version && session.successorUsedAt === null) {
    await markAuthSessionUsed(services.database.sql, sessionId, version, services.clock.now());
    sessions.forget(sessionId);
  }
  return session;
}
