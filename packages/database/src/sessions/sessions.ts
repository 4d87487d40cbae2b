import { first, statement, type Sql } from "../sql/index.js";

/** A signed-in browser. Of its refresh tokens only hashes are kept (M-9). */
export interface SessionRow {
  readonly id: string;
  readonly userId: number;
  readonly refreshHash: Buffer;
  readonly previousHash: Buffer | null;
  /** Generation of the refresh token: 0 at login, +1 per rotation. */
  readonly counter: number;
  /** When something made with the present generation was first used; null while nobody has proved to hold it. */
  readonly successorUsedAt: Date | null;
  readonly rotatedAt: Date;
  readonly idleUntil: Date;
  readonly absoluteUntil: Date;
  readonly revokedAt: Date | null;
  readonly revokeReason: string | null;
}

export interface NewSession {
  readonly id: string;
  readonly userId: number;
  readonly refreshHash: Buffer;
  readonly now: Date;
  readonly idleUntil: Date;
  readonly absoluteUntil: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const COLUMNS = `id, user_id AS "userId", refresh_hash AS "refreshHash", previous_hash AS "previousHash", counter, successor_used_at AS "successorUsedAt",
  rotated_at AS "rotatedAt", idle_until AS "idleUntil", absolute_until AS "absoluteUntil", revoked_at AS "revokedAt", revoke_reason AS "revokeReason"`;

const insertRow = statement(
  "session_insert",
  `INSERT INTO auth_session (id, user_id, refresh_hash, created_at, rotated_at, idle_until, absolute_until, ip, user_agent) VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
);
const readRow = statement<SessionRow>("session_read", `SELECT ${COLUMNS} FROM auth_session WHERE id = $1`);
const lockRow = statement<SessionRow>("session_lock", `SELECT ${COLUMNS} FROM auth_session WHERE id = $1 FOR UPDATE`);
const rotateRow = statement(
  "session_rotate",
  `UPDATE auth_session SET previous_hash = refresh_hash, refresh_hash = $2, counter = counter + 1, successor_used_at = NULL, rotated_at = $3, idle_until = least($4, absolute_until) WHERE id = $1`,
);
const markUsed = statement(
  "session_used",
  `UPDATE auth_session SET successor_used_at = $3 WHERE id = $1 AND counter = $2 AND successor_used_at IS NULL`,
);
const revokeRow = statement<{ id: string }>(
  "session_revoke",
  `UPDATE auth_session SET revoked_at = $2, revoke_reason = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
  { wakes: ["rights"] },
);
const revokeAllOfUser = statement<{ id: string }>(
  "session_revoke_user",
  `UPDATE auth_session SET revoked_at = $2, revoke_reason = $3 WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $4 RETURNING id`,
  { wakes: ["rights"] },
);
const deleteEnded = statement<{ n: number }>(
  "session_retention",
  `WITH gone AS (DELETE FROM auth_session WHERE id IN (SELECT id FROM auth_session WHERE absolute_until < now() - interval '1 day' LIMIT 1000) RETURNING 1)
   SELECT count(*)::int AS n FROM gone`,
);

export async function insertSession(tx: Sql, session: NewSession): Promise<void> {
  await tx.run(insertRow, [
    session.id,
    session.userId,
    session.refreshHash,
    session.now,
    session.idleUntil,
    session.absoluteUntil,
    session.ip,
    session.userAgent,
  ]);
}

export function getSession(sql: Sql, id: string): Promise<SessionRow | null> {
  return first(sql.run(readRow, [id]));
}

/** The session's row, locked until the transaction ends: refreshes of one session go one after the other. */
export function lockSession(tx: Sql, id: string): Promise<SessionRow | null> {
  return first(tx.run(lockRow, [id]));
}

/** The present token becomes the previous one; `nextHash` belongs to its successor. */
export async function rotateSession(tx: Sql, id: string, nextHash: Buffer, now: Date, idleUntil: Date): Promise<void> {
  await tx.run(rotateRow, [id, nextHash, now, idleUntil]);
}

/** Notes that the holder of this generation has shown up, which makes older tokens suspicious. */
export async function markSessionUsed(sql: Sql, id: string, counter: number, now: Date): Promise<void> {
  await sql.run(markUsed, [id, counter, now]);
}

/** Ends a session; false when it had ended already. */
export async function revokeSession(tx: Sql, id: string, now: Date, reason: string): Promise<boolean> {
  return (await tx.run(revokeRow, [id, now, reason])).length > 0;
}

/** Ends every session of a person but one, or all of them. */
export async function revokeSessionsOfUser(
  tx: Sql,
  userId: number,
  now: Date,
  reason: string,
  butSessionId: string | null = null,
): Promise<string[]> {
  return (await tx.run(revokeAllOfUser, [userId, now, reason, butSessionId])).map(({ id }) => id);
}

/** Deletes up to 1,000 sessions that ended for good more than a day ago; answers how many. */
export async function deleteEndedSessions(sql: Sql): Promise<number> {
  return (await first(sql.run(deleteEnded)))?.n ?? 0;
}
