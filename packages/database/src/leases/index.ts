import type { SessionStatus } from "@balcao/domain/connections";
import { first, one, statement, type Sql } from "../sql/index.js";

interface LeasedConnection {
  readonly connectionId: number;
  readonly epoch: number;
}

/** The lease that permits a write; with another owner or epoch the write has no effect. */
export interface LeaseFence {
  readonly connectionId: number;
  readonly owner: string;
  readonly epoch: number;
}

const ensureRows = statement("lease_ensure", `INSERT INTO session_lease (connection_id) SELECT id FROM connection ON CONFLICT DO NOTHING`);
const acquireRows = statement<LeasedConnection>(
  "lease_acquire",
  `UPDATE session_lease SET owner = $1, epoch = epoch + 1, expires_at = clock_timestamp() + $3 * interval '1 millisecond',
     unkept_since = coalesce(unkept_since, kept_at), kept_at = clock_timestamp()
   WHERE connection_id IN (
     SELECT l.connection_id FROM session_lease l JOIN connection c ON c.id = l.connection_id
     WHERE l.expires_at < clock_timestamp() AND c.wanted AND c.api = ANY($4::text[]) ORDER BY l.expires_at LIMIT $2 FOR UPDATE OF l SKIP LOCKED)
   RETURNING connection_id AS "connectionId", epoch`,
);
// No lease protects this write, so it requires that nobody has held the lease or changed the row
// for a while.
const reportUnkeptRows = statement<{ id: number }>(
  "lease_left",
  `UPDATE connection c SET status = 'DISCONNECTED', qrcode = NULL, battery = NULL, status_reason = $2, reason_until = NULL, updated_at = now()
   WHERE c.wanted AND c.api = $1 AND c.status NOT IN ('LOGGEDOUT', 'TIMEOUT')
     AND NOT EXISTS (SELECT 1 FROM session_lease l WHERE l.connection_id = c.id AND l.expires_at >= clock_timestamp() - $3 * interval '1 millisecond')
     AND c.updated_at < clock_timestamp() - $3 * interval '1 millisecond'
     AND (c.status, c.status_reason) IS DISTINCT FROM ('DISCONNECTED', $2) RETURNING c.id`,
);
const renewRows = statement<LeasedConnection>(
  "lease_renew",
  `UPDATE session_lease l SET expires_at = clock_timestamp() + $2 * interval '1 millisecond', kept_at = clock_timestamp()
   FROM unnest($3::int[], $4::bigint[]) AS held(connection_id, epoch)
   WHERE l.connection_id = held.connection_id AND l.owner = $1 AND l.epoch = held.epoch
   RETURNING l.connection_id AS "connectionId", l.epoch`,
);
const releaseRow = statement("lease_release", `UPDATE session_lease SET expires_at = '-infinity' WHERE connection_id = $2 AND owner = $1`);
// A worker without a heartbeat counts until its leases expire, so that its sessions and its share
// become free together; one that has no database connection either counts as dead after 8 s. Only a
// worker that has run that long itself decides so, because others may reconnect more slowly after a
// restart of the database.
const beatRow = statement<{ workers: number; wanted: number; unwanted: readonly number[] }>(
  "session_worker_beat",
  `WITH gone AS (
       DELETE FROM session_worker w WHERE owner <> $1 AND (seen_at < clock_timestamp() - $2 * interval '1 millisecond' OR (
         seen_at < clock_timestamp() - interval '8 seconds' AND program IS NOT NULL
         AND EXISTS (SELECT 1 FROM session_worker WHERE owner = $1 AND here_since < clock_timestamp() - interval '8 seconds' AND seen_at > clock_timestamp() - interval '5 seconds')
         AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datname = current_database() AND a.application_name = w.program)))
       RETURNING owner),
     freed AS (UPDATE session_lease SET expires_at = '-infinity' WHERE owner IN (SELECT owner FROM gone)),
     me AS (INSERT INTO session_worker AS known (owner, seen_at, here_since, program) VALUES ($1, clock_timestamp(), clock_timestamp(), current_setting('application_name'))
       ON CONFLICT (owner) DO UPDATE SET seen_at = clock_timestamp(), program = excluded.program,
         here_since = CASE WHEN known.seen_at > clock_timestamp() - interval '5 seconds' THEN known.here_since ELSE clock_timestamp() END)
   SELECT (SELECT count(*)::int + 1 FROM session_worker WHERE owner <> $1 AND owner NOT IN (SELECT owner FROM gone)) AS workers,
     (SELECT count(*)::int FROM connection WHERE wanted AND api = ANY($3::text[])) AS wanted,
     ARRAY(SELECT id FROM unnest($4::int[]) AS kept(id) WHERE NOT EXISTS (SELECT 1 FROM connection c WHERE c.id = kept.id AND c.wanted)) AS unwanted`,
);
const leaveRow = statement("session_worker_leave", `DELETE FROM session_worker WHERE owner = $1`);
// A fenced write is one statement, so that a holder without the lease writes nothing.
const reportStatus = statement<{ before: SessionStatus }>(
  "lease_report",
  `UPDATE connection c SET status = $3, qrcode = $4, number = coalesce($5, c.number), battery = $6, status_reason = $7, reason_until = $9,
     retries = CASE WHEN $4 IS NOT NULL AND $4 IS DISTINCT FROM c.qrcode THEN c.retries + 1 WHEN $3 = 'CONNECTED' THEN 0 ELSE c.retries END, updated_at = now()
   FROM connection old
   WHERE c.id = $1 AND old.id = c.id AND EXISTS (SELECT 1 FROM session_lease l WHERE l.connection_id = c.id AND l.owner = $8 AND l.epoch = $2 AND l.expires_at > clock_timestamp())
     AND (c.status, c.qrcode, c.battery, c.status_reason, c.reason_until) IS DISTINCT FROM ($3, $4, $6, $7, $9)
   RETURNING old.status AS before`,
  { wakes: ["outbox", "chores"] },
);
const readAccount = statement<{ accountSealed: string | null; webhookKeySealed: string | null }>(
  "connection_account",
  `SELECT account_sealed AS "accountSealed", webhook_key_sealed AS "webhookKeySealed" FROM connection WHERE id = $1`,
);
const lockAccount = statement<{ accountSealed: string | null }>(
  "connection_account_lock",
  `SELECT account_sealed AS "accountSealed" FROM connection WHERE id = $1 FOR UPDATE`,
);
// The new epoch invalidates writes under the old one; without an owner the lease can be taken again
// at once.
const revokeRow = statement(
  "lease_revoke",
  `UPDATE session_lease SET epoch = epoch + 1, owner = NULL, expires_at = '-infinity' WHERE connection_id = $1`,
  { wakes: ["sessions"] },
);
const writeAccount = statement("connection_remember", `UPDATE connection SET account_sealed = $2, webhook_key_sealed = $3 WHERE id = $1`);

/** Creates the missing lease rows of connections. */
export async function ensureLeases(sql: Sql): Promise<void> {
  await sql.run(ensureRows);
}

/**
 * Takes up to `limit` free leases of connections of these kinds. Each gets a new epoch, which
 * invalidates writes under the old one.
 */
export const acquireLeases = (
  sql: Sql,
  owner: string,
  { limit, ttlMs, apis }: { readonly limit: number; readonly ttlMs: number; readonly apis: readonly string[] },
) => sql.run(acquireRows, [owner, limit, ttlMs, apis]);

/**
 * Stores the reason at connections of a kind that no process has held for `quietMs`. Returns the
 * ids of those that changed.
 */
export async function reportUnkeptConnections(tx: Sql, api: string, reason: string, quietMs: number): Promise<number[]> {
  return (await tx.run(reportUnkeptRows, [api, reason, quietMs])).map(({ id }) => id);
}

/** Extends the leases that are still held, and returns them; the missing ones are lost. */
export const renewLeases = (sql: Sql, owner: string, ttlMs: number, held: readonly LeasedConnection[]) =>
  sql.run(renewRows, [owner, ttlMs, held.map(({ connectionId }) => connectionId), held.map(({ epoch }) => epoch)]);

export async function releaseLease(sql: Sql, owner: string, connectionId: number): Promise<void> {
  await sql.run(releaseRow, [owner, connectionId]);
}

/**
 * Stores the heartbeat of this process, which holds the sessions `kept`. Returns the number of such
 * processes, how many connections of these kinds want a session, and which of `kept` want none any
 * more.
 */
export const beatSessionWorker = (
  sql: Sql,
  owner: string,
  { ttlMs, apis, kept }: { readonly ttlMs: number; readonly apis: readonly string[]; readonly kept: readonly number[] },
) => one(sql.run(beatRow, [owner, ttlMs, apis, kept]));

/** Removes this process from those that hold sessions. */
export async function leaveSessionWorkers(sql: Sql, owner: string): Promise<void> {
  await sql.run(leaveRow, [owner]);
}

interface StatusReport {
  readonly status: string;
  readonly qrcode: string | null;
  readonly number: string | null;
  readonly battery: number | null;
  readonly reason: string | null;
  /** Until when the session rests. */
  readonly until: Date | null;
}

/**
 * Stores the status that a gateway reported. Returns the previous status, or null when nothing
 * changed or the lease is not held.
 */
export async function writeSessionStatus(
  tx: Sql,
  { connectionId, owner, epoch }: LeaseFence,
  report: StatusReport,
): Promise<SessionStatus | null> {
  const { status, qrcode, number, battery, reason, until } = report;
  return (await first(tx.run(reportStatus, [connectionId, epoch, status, qrcode, number, battery, reason, owner, until])))?.before ?? null;
}

/** Reads the account, and locks it until the transaction ends. */
export const lockConnectionAccount = (tx: Sql, connectionId: number) => first(tx.run(lockAccount, [connectionId]));

/**
 * Ends the session of a connection: the next process that takes the lease opens it with the new
 * account.
 */
export async function revokeLease(tx: Sql, connectionId: number): Promise<void> {
  await tx.run(revokeRow, [connectionId]);
}

export const readConnectionAccount = (sql: Sql, connectionId: number) => first(sql.run(readAccount, [connectionId]));

export async function writeConnectionAccount(
  sql: Sql,
  connectionId: number,
  accountSealed: string,
  webhookKeySealed: string | null,
): Promise<void> {
  await sql.run(writeAccount, [connectionId, accountSealed, webhookKeySealed]);
}

// A reason that `yields` says less than one whose time has not come.
const writeHint = statement(
  "session_hint_write",
  `INSERT INTO session_hint AS h (connection_id, reason, until) VALUES ($1, $2, $3)
   ON CONFLICT (connection_id) DO UPDATE SET reason = excluded.reason, until = excluded.until, told_at = now()
   WHERE NOT $4::boolean OR h.until IS NULL OR h.until < now()`,
);
const readHint = statement<SessionHint>(
  "session_hint_read",
  `SELECT reason, until FROM session_hint WHERE connection_id = $1 AND (told_at > now() - interval '1 day' OR until > now())`,
);
const clearHint = statement("session_hint_clear", `DELETE FROM session_hint WHERE connection_id = $1`);

/** Why a session is down or about to be, and until when, where the gateway says so. */
interface SessionHint {
  readonly reason: string;
  readonly until: Date | null;
}

/**
 * Stores what a gateway reported. With `yields` it changes nothing while an earlier reason has a time
 * that has not come.
 */
export async function writeSessionHint(tx: Sql, connectionId: number, { reason, until }: SessionHint, yields: boolean): Promise<void> {
  await tx.run(writeHint, [connectionId, reason, until, yields]);
}

/** Returns what was reported in the last day, or has a time that has not come; otherwise null. */
export const readSessionHint = (sql: Sql, connectionId: number): Promise<SessionHint | null> => first(sql.run(readHint, [connectionId]));

export async function clearSessionHint(tx: Sql, connectionId: number): Promise<void> {
  await tx.run(clearHint, [connectionId]);
}
