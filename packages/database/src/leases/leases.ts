import { first, one, statement, type Sql } from "../sql/index.js";

export interface LeasedConnection {
  readonly connectionId: number;
  readonly epoch: number;
}

const ensureRows = statement("lease_ensure", `INSERT INTO session_lease (connection_id) SELECT id FROM connection ON CONFLICT DO NOTHING`);
const acquireRows = statement<LeasedConnection>(
  "lease_acquire",
  `UPDATE session_lease SET owner = $1, epoch = epoch + 1, expires_at = clock_timestamp() + $3 * interval '1 millisecond'
   WHERE connection_id IN (
     SELECT l.connection_id FROM session_lease l JOIN connection c ON c.id = l.connection_id
     WHERE l.expires_at < clock_timestamp() AND c.wanted ORDER BY l.expires_at LIMIT $2 FOR UPDATE OF l SKIP LOCKED)
   RETURNING connection_id AS "connectionId", epoch`,
);
const renewRows = statement<LeasedConnection>(
  "lease_renew",
  `UPDATE session_lease l SET expires_at = clock_timestamp() + $2 * interval '1 millisecond'
   FROM unnest($3::int[], $4::bigint[]) AS held(connection_id, epoch)
   WHERE l.connection_id = held.connection_id AND l.owner = $1 AND l.epoch = held.epoch
   RETURNING l.connection_id AS "connectionId", l.epoch`,
);
const releaseRow = statement("lease_release", `UPDATE session_lease SET expires_at = '-infinity' WHERE connection_id = $2 AND owner = $1`);
// A worker that fell silent counts for as long as its leases do, so its sessions and its share come free together.
const beatRow = statement<{ workers: number; wanted: number }>(
  "session_worker_beat",
  `WITH gone AS (DELETE FROM session_worker WHERE seen_at < clock_timestamp() - $2 * interval '1 millisecond' AND owner <> $1),
     me AS (INSERT INTO session_worker (owner, seen_at) VALUES ($1, clock_timestamp()) ON CONFLICT (owner) DO UPDATE SET seen_at = clock_timestamp())
   SELECT (SELECT count(*)::int + 1 FROM session_worker WHERE owner <> $1 AND seen_at >= clock_timestamp() - $2 * interval '1 millisecond') AS workers,
     (SELECT count(*)::int FROM connection WHERE wanted) AS wanted`,
);
const leaveRow = statement("session_worker_leave", `DELETE FROM session_worker WHERE owner = $1`);
// A fenced write is one statement by itself; a holder whose lease is gone writes nothing (M-8).
const reportStatus = statement<{ id: number }>(
  "lease_report",
  `UPDATE connection c SET status = $3, qrcode = $4, number = coalesce($5, c.number), battery = $6, status_reason = $7,
     retries = CASE WHEN $4 IS NOT NULL AND $4 IS DISTINCT FROM c.qrcode THEN c.retries + 1 WHEN $3 = 'CONNECTED' THEN 0 ELSE c.retries END, updated_at = now()
   WHERE c.id = $1 AND EXISTS (SELECT 1 FROM session_lease l WHERE l.connection_id = c.id AND l.owner = $8 AND l.epoch = $2 AND l.expires_at > clock_timestamp())
     AND (c.status, c.qrcode, c.battery, c.status_reason) IS DISTINCT FROM ($3, $4, $6, $7)
   RETURNING id`,
);
const readAccount = statement<{ accountSealed: string | null; webhookKeySealed: string | null }>(
  "connection_account",
  `SELECT account_sealed AS "accountSealed", webhook_key_sealed AS "webhookKeySealed" FROM connection WHERE id = $1`,
);
const writeAccount = statement("connection_remember", `UPDATE connection SET account_sealed = $2, webhook_key_sealed = $3 WHERE id = $1`);

/** Every connection has a lease row. */
export async function ensureLeases(sql: Sql): Promise<void> {
  await sql.run(ensureRows);
}

/** Takes up to `limit` leases that nobody holds; each gets a new epoch, and with it everything written under the old one is void. */
export const acquireLeases = (sql: Sql, owner: string, limit: number, ttlMs: number) => sql.run(acquireRows, [owner, limit, ttlMs]);

/** Prolongs what is still held; what is missing from the answer is lost. */
export const renewLeases = (sql: Sql, owner: string, ttlMs: number, held: readonly LeasedConnection[]) =>
  sql.run(renewRows, [owner, ttlMs, held.map(({ connectionId }) => connectionId), held.map(({ epoch }) => epoch)]);

export async function releaseLease(sql: Sql, owner: string, connectionId: number): Promise<void> {
  await sql.run(releaseRow, [owner, connectionId]);
}

/** Says that this process keeps sessions; answers how many processes do, and how many connections want one. */
export const beatSessionWorker = (sql: Sql, owner: string, ttlMs: number) => one(sql.run(beatRow, [owner, ttlMs]));

/** This process keeps sessions no more. */
export async function leaveSessionWorkers(sql: Sql, owner: string): Promise<void> {
  await sql.run(leaveRow, [owner]);
}

export interface StatusReport {
  readonly status: string;
  readonly qrcode: string | null;
  readonly number: string | null;
  readonly battery: number | null;
  readonly reason: string | null;
}

/** Stores what a gateway says of a session; answers whether anything changed. Nothing is written without the lease. */
export async function writeSessionStatus(
  tx: Sql,
  connectionId: number,
  owner: string,
  epoch: number,
  report: StatusReport,
): Promise<boolean> {
  return (
    (await tx.run(reportStatus, [connectionId, epoch, report.status, report.qrcode, report.number, report.battery, report.reason, owner]))
      .length > 0
  );
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
