import { endedBrowsers } from "../push/index.js";
import { first, statement, type Sql } from "../sql/index.js";

/** The session of a signed-in browser. Only hashes of its refresh tokens are stored. */
export interface AuthSessionRow {
  readonly id: string;
  readonly userId: number;
  readonly refreshHash: Buffer;
  readonly previousHash: Buffer | null;
  /** Generation of the refresh token: 0 at login, +1 per rotation. */
  readonly counter: number;
  /** When a token of the current generation was first used; null before that. */
  readonly successorUsedAt: Date | null;
  readonly rotatedAt: Date;
  readonly idleUntil: Date;
  readonly absoluteUntil: Date;
  readonly revokedAt: Date | null;
  readonly revokeReason: string | null;
  /** Whether the session began at the provider, and whether the provider has asked for more than a password (D-660). */
  readonly byProvider: boolean;
  readonly providerMfa: boolean;
  /** When the person has shown to the provider who they are; null where that is not known (D-681). */
  readonly provenAt: Date | null;
}

/** A session that has neither ended nor expired. */
export interface ActiveSessionRow {
  readonly id: string;
  readonly createdAt: Date;
  /** When the browser last renewed it. */
  readonly usedAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface NewAuthSession {
  readonly id: string;
  readonly userId: number;
  readonly refreshHash: Buffer;
  readonly now: Date;
  readonly idleUntil: Date;
  readonly absoluteUntil: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly byProvider?: boolean;
  readonly providerMfa?: boolean;
  readonly provenAt?: Date | null;
}

const COLUMNS = `id, user_id AS "userId", refresh_hash AS "refreshHash", previous_hash AS "previousHash", counter, successor_used_at AS "successorUsedAt",
  rotated_at AS "rotatedAt", idle_until AS "idleUntil", absolute_until AS "absoluteUntil", revoked_at AS "revokedAt", revoke_reason AS "revokeReason", by_provider AS "byProvider", provider_mfa AS "providerMfa", proven_at AS "provenAt"`;

const insertRow = statement(
  "session_insert",
  `INSERT INTO auth_session (id, user_id, refresh_hash, created_at, rotated_at, idle_until, absolute_until, ip, user_agent, by_provider, provider_mfa, proven_at) VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11)`,
);
const readRow = statement<AuthSessionRow>("session_read", `SELECT ${COLUMNS} FROM auth_session WHERE id = $1`);
const readRows = statement<AuthSessionRow>("sessions_read", `SELECT ${COLUMNS} FROM auth_session WHERE id = ANY($1::uuid[])`);
const lockRow = statement<AuthSessionRow>("session_lock", `SELECT ${COLUMNS} FROM auth_session WHERE id = $1 FOR UPDATE`);
const rotateRow = statement(
  "session_rotate",
  `UPDATE auth_session SET previous_hash = refresh_hash, refresh_hash = $2, counter = counter + 1, successor_used_at = NULL, rotated_at = $3, idle_until = least($4, absolute_until) WHERE id = $1`,
);
const markUsed = statement(
  "session_used",
  `UPDATE auth_session SET successor_used_at = $3 WHERE id = $1 AND counter = $2 AND successor_used_at IS NULL`,
);
/** Ends sessions, and in the same moment their subscribed browsers with the pushes that wait for these (D-099). */
const revoking = (change: string): string =>
  `WITH revoked AS (UPDATE auth_session SET ${change} RETURNING id), ${endedBrowsers("session_id IN (SELECT id FROM revoked)")}
   SELECT id FROM revoked`;
const revokeRow = statement<{ id: string }>(
  "session_revoke",
  revoking("revoked_at = $2, revoke_reason = $3 WHERE id = $1 AND revoked_at IS NULL"),
  { wakes: ["rights"] },
);
const revokeAllOfUser = statement<{ id: string }>(
  "session_revoke_user",
  revoking("revoked_at = $2, revoke_reason = $3 WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $4"),
  { wakes: ["rights"] },
);
const listRows = statement<ActiveSessionRow>(
  "session_list",
  `SELECT id, created_at AS "createdAt", rotated_at AS "usedAt", ip, user_agent AS "userAgent" FROM auth_session
   WHERE user_id = $1 AND revoked_at IS NULL AND idle_until > $2 AND absolute_until > $2 ORDER BY rotated_at DESC, id`,
);
const revokeOneOfUser = statement<{ id: string }>(
  "session_revoke_one",
  revoking("revoked_at = $3, revoke_reason = $4 WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL"),
  { wakes: ["rights"] },
);
const deleteEnded = statement<{ n: number }>(
  "session_retention",
  `WITH gone AS (DELETE FROM auth_session WHERE id IN (SELECT id FROM auth_session WHERE absolute_until < now() - interval '1 day' ORDER BY absolute_until LIMIT 1000) RETURNING 1)
   SELECT count(*)::int AS n FROM gone`,
);

export async function insertAuthSession(tx: Sql, session: NewAuthSession): Promise<void> {
  await tx.run(insertRow, [
    session.id,
    session.userId,
    session.refreshHash,
    session.now,
    session.idleUntil,
    session.absoluteUntil,
    session.ip,
    session.userAgent,
    session.byProvider ?? false,
    session.providerMfa ?? false,
    session.provenAt ?? null,
  ]);
}

export function getAuthSession(sql: Sql, id: string): Promise<AuthSessionRow | null> {
  return first(sql.run(readRow, [id]));
}

/** The rows of many sessions in one query; those that do not exist are left out. */
export function getAuthSessions(sql: Sql, ids: readonly string[]): Promise<readonly AuthSessionRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : sql.run(readRows, [ids]);
}

/**
 * Locks the session's row until the transaction ends, so that refreshes of one session run one
 * after the other.
 */
export function lockAuthSession(tx: Sql, id: string): Promise<AuthSessionRow | null> {
  return first(tx.run(lockRow, [id]));
}

/** The next refresh token of a session. */
interface Rotation {
  readonly nextHash: Buffer;
  readonly now: Date;
  readonly idleUntil: Date;
}

/** Makes the current token the previous one; `nextHash` is the hash of its successor. */
export async function rotateAuthSession(tx: Sql, id: string, { nextHash, now, idleUntil }: Rotation): Promise<void> {
  await tx.run(rotateRow, [id, nextHash, now, idleUntil]);
}

/** Stores the first use of this generation; older tokens are suspicious from then on. */
export async function markAuthSessionUsed(sql: Sql, id: string, counter: number, now: Date): Promise<void> {
  await sql.run(markUsed, [id, counter, now]);
}

/** When and why sessions end. */
interface Revocation {
  readonly now: Date;
  readonly reason: string;
}

/** Ends a session; false when it had ended already. */
export async function revokeAuthSession(tx: Sql, id: string, { now, reason }: Revocation): Promise<boolean> {
  return (await tx.run(revokeRow, [id, now, reason])).length > 0;
}

/** Ends all sessions of a user, except `butSessionId`. Returns their ids. */
export async function revokeAuthSessionsOfUser(
  tx: Sql,
  userId: number,
  { now, reason, butSessionId = null }: Revocation & { readonly butSessionId?: string | null },
): Promise<string[]> {
  return (await tx.run(revokeAllOfUser, [userId, now, reason, butSessionId])).map(({ id }) => id);
}

/** The active sessions of a user, the last used first. */
export function listActiveSessions(sql: Sql, userId: number, now: Date): Promise<ActiveSessionRow[]> {
  return sql.run(listRows, [userId, now]);
}

/** Ends one session of a user; false when the user has no such active session. */
export async function revokeSessionOfUser(tx: Sql, userId: number, id: string, { now, reason }: Revocation): Promise<boolean> {
  return (await tx.run(revokeOneOfUser, [userId, id, now, reason])).length > 0;
}

/** Deletes up to 1,000 sessions that expired more than a day ago; returns how many. */
export async function deleteEndedAuthSessions(sql: Sql): Promise<number> {
  return (await first(sql.run(deleteEnded)))?.n ?? 0;
}
