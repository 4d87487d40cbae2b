import { statement, type Sql } from "../sql/index.js";

/** A session with an open socket. */
export interface SeenSession {
  readonly sessionId: string;
  /** Whether it has sent a heartbeat since it was recorded last. */
  readonly beats: boolean;
}

/** For how long a session that was seen counts as connected, and for how long one that sent a heartbeat as used, in milliseconds. */
export interface StatusTimes {
  readonly seenMs: number;
  readonly heartbeatMs: number;
}

// Apis and workers of several machines compare these times, so that they are of one clock.
const upsertSeen = statement(
  "presence_upsert",
  `INSERT INTO session_presence (session_id, seen_at, heartbeat_at)
   SELECT s.id, statement_timestamp(), CASE WHEN g.beats THEN statement_timestamp() END
   FROM unnest($1::uuid[], $2::boolean[]) AS g (id, beats) JOIN auth_session s ON s.id = g.id AND s.revoked_at IS NULL ORDER BY s.id
   ON CONFLICT (session_id) DO UPDATE SET seen_at = greatest(session_presence.seen_at, excluded.seen_at),
     heartbeat_at = greatest(session_presence.heartbeat_at, excluded.heartbeat_at)`,
);

/** The status that follows from the sessions of each account: of the given ones, or of all. */
const FOLLOWED = `SELECT a.id, CASE WHEN bool_or(p.heartbeat_at > statement_timestamp() - $2 * interval '1 millisecond') THEN 'online' WHEN count(p.session_id) > 0 THEN 'away' ELSE 'offline' END AS status
   FROM user_account a LEFT JOIN auth_session s ON s.user_id = a.id AND s.revoked_at IS NULL
     LEFT JOIN session_presence p ON p.session_id = s.id AND p.seen_at > statement_timestamp() - $1 * interval '1 millisecond'
   WHERE a.deleted_at IS NULL AND ($3::int[] IS NULL OR a.id = ANY ($3)) GROUP BY a.id`;

const readChanges = statement<{ id: number }>(
  "user_status_read",
  `SELECT u.id FROM user_account u JOIN (${FOLLOWED}) f ON f.id = u.id WHERE u.status <> f.status LIMIT 1`,
);
// Two processes that write from two snapshots could store the older status last.
const lockAll = statement("user_status_lock", `SELECT pg_advisory_xact_lock(727003)`);
const writeChanges = statement<{ id: number }>(
  "user_status_write",
  `UPDATE user_account u SET status = f.status FROM (${FOLLOWED}) f WHERE f.id = u.id AND u.status <> f.status RETURNING u.id`,
);

/** Stores that sessions were seen and sent heartbeats now; ended sessions are left out. */
export async function upsertSeenSessions(sql: Sql, sessions: readonly SeenSession[]): Promise<void> {
  await sql.run(upsertSeen, [sessions.map(({ sessionId }) => sessionId), sessions.map(({ beats }) => beats)]);
}

/** Whether `setStatuses` would change anything; null is everybody. */
export async function hasOtherStatus(sql: Sql, { seenMs, heartbeatMs }: StatusTimes, userIds: readonly number[] | null): Promise<boolean> {
  return (await sql.run(readChanges, [seenMs, heartbeatMs, userIds])).length > 0;
}

/** Lets one transaction at a time change statuses; call it before `setStatuses`, in a statement of its own. */
export async function lockStatuses(tx: Sql): Promise<void> {
  await tx.run(lockAll, []);
}

/** Stores the status that follows from people's sessions; returns whose status changed. */
export async function setStatuses(
  tx: Sql,
  { seenMs, heartbeatMs }: StatusTimes,
  userIds: readonly number[] | null,
): Promise<readonly number[]> {
  return (await tx.run(writeChanges, [seenMs, heartbeatMs, userIds])).map(({ id }) => id);
}
