import type { KnownProblem, ToldProblem } from "@balcao/domain/health";
import { first, one, statement, type Sql } from "../sql/index.js";

export type AlertEvent = "began" | "ended";
type AlertWay = "webhook" | "mail";

export interface AlertRow {
  readonly id: number;
  readonly event: AlertEvent;
  readonly problems: readonly ToldProblem[];
  readonly createdAt: Date;
}

/** An alert on one way, claimed for one try. */
export interface AlertDeliveryRow {
  readonly id: number;
  readonly way: AlertWay;
  readonly alert: AlertRow;
  /** Of a mail: whose; null where the person is no active administrator any more. */
  readonly userId: number | null;
  readonly email: string | null;
  /** How often it was tried, this try included. */
  readonly attempts: number;
}

const insertAlertRow = statement<{ id: number }>(
  "alert_insert",
  `INSERT INTO alert (event, problems, created_at) VALUES ($1, $2, $3) RETURNING id`,
);
const insertDeliveryRows = statement(
  "alert_delivery_insert",
  `INSERT INTO alert_delivery (alert_id, way, user_id)
   SELECT $1::bigint, 'webhook', NULL::int WHERE $2
   UNION ALL SELECT $1, 'mail', id FROM user_account WHERE $3 AND profile = 'admin' AND active AND deleted_at IS NULL`,
);
// A claim lasts until `due_at`; afterwards another process may try.
const claimRows = statement<Omit<AlertDeliveryRow, "alert"> & Omit<AlertRow, "id"> & { alertId: number }>(
  "alert_delivery_claim",
  `WITH due AS (SELECT id FROM alert_delivery WHERE state = 'queued' AND due_at <= now() ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED),
   claimed AS (UPDATE alert_delivery d SET due_at = now() + $1 * interval '1 millisecond', attempts = d.attempts + 1 FROM due WHERE d.id = due.id
     RETURNING d.id, d.alert_id, d.way, d.user_id, d.attempts)
   SELECT c.id, c.way, c.user_id AS "userId", u.email, c.attempts, a.id AS "alertId", a.event, a.problems, a.created_at AS "createdAt"
   FROM claimed c JOIN alert a ON a.id = c.alert_id
     LEFT JOIN user_account u ON u.id = c.user_id AND u.profile = 'admin' AND u.active AND u.deleted_at IS NULL
   ORDER BY c.id`,
);
const finishRow = statement("alert_delivery_finish", `UPDATE alert_delivery SET state = $2, error = $3 WHERE id = $1`);
const postponeRow = statement(
  "alert_delivery_postpone",
  `UPDATE alert_delivery SET due_at = now() + $2 * interval '1 millisecond', error = $3 WHERE id = $1`,
);
const getRows = statement<AlertRow>(
  "alert_get",
  `SELECT id, event, problems, created_at AS "createdAt" FROM alert WHERE id = ANY($1::bigint[]) ORDER BY id`,
);
const deleteOld = statement("alert_retention", `DELETE FROM alert WHERE created_at < now() - interval '30 days'`);

/** Stores an alert with a row for each way of it: the webhook, a mail for each administrator. Returns its id. */
export async function insertAlert(
  tx: Sql,
  { event, problems, at }: { readonly event: AlertEvent; readonly problems: readonly ToldProblem[]; readonly at: Date },
  ways: Readonly<Record<AlertWay, boolean>>,
): Promise<number> {
  const { id } = await one(tx.run(insertAlertRow, [event, JSON.stringify(problems), at]));
  await tx.run(insertDeliveryRows, [id, ways.webhook, ways.mail]);
  await tx.run(deleteOld);
  return id;
}

/** Claims deliveries that are due, for `forMs` milliseconds. */
export async function claimAlertDeliveries(sql: Sql, forMs: number, most: number): Promise<AlertDeliveryRow[]> {
  const rows = await sql.run(claimRows, [forMs, most]);
  return rows.map(({ alertId, event, problems, createdAt, ...delivery }) => ({
    ...delivery,
    alert: { id: alertId, event, problems, createdAt },
  }));
}

/** Ends a delivery; `error` says why it failed. */
export async function finishAlertDelivery(sql: Sql, id: number, state: "sent" | "failed", error: string | null): Promise<void> {
  await sql.run(finishRow, [id, state, error]);
}

/** Plans the next try of a delivery, `waitMs` milliseconds from now. */
export async function postponeAlertDelivery(sql: Sql, id: number, waitMs: number, error: string): Promise<void> {
  await sql.run(postponeRow, [id, waitMs, error]);
}

export const getAlerts = (sql: Sql, ids: readonly number[]): Promise<AlertRow[]> => sql.run(getRows, [ids]);

const look = statement<{ at: Date }>(
  "problem_look",
  `INSERT INTO problem_look AS l (at) VALUES (now())
   ON CONFLICT (id) DO UPDATE SET at = now() WHERE l.at NOT BETWEEN now() - $1 * interval '1 millisecond' AND now() RETURNING at`,
);
const lock = statement<{ at: Date }>(
  "problem_lock",
  `WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('balcao:problems'))) SELECT clock_timestamp() AS at FROM held`,
);
const list = statement<KnownProblem>(
  "problem_list",
  `SELECT kind, connection_id AS "connectionId", name, value, began_at AS "beganAt", seen_at AS "seenAt", told_at AS "toldAt", is_open AS "isOpen"
   FROM problem ORDER BY kind, connection_id`,
);
const put = statement(
  "problem_put",
  `WITH given AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS g(kind text, "connectionId" int, name text, value float8, "beganAt" timestamptz,
       "seenAt" timestamptz, "toldAt" timestamptz, "isOpen" boolean)),
   gone AS (DELETE FROM problem p WHERE NOT EXISTS (SELECT FROM given g WHERE g.kind = p.kind AND g."connectionId" = p.connection_id))
   INSERT INTO problem (kind, connection_id, name, value, began_at, seen_at, told_at, is_open)
   SELECT kind, "connectionId", name, value, "beganAt", "seenAt", "toldAt", "isOpen" FROM given
   ON CONFLICT (kind, connection_id) DO UPDATE SET name = excluded.name, value = excluded.value, began_at = excluded.began_at,
     seen_at = excluded.seen_at, told_at = excluded.told_at, is_open = excluded.is_open`,
);

/** Takes the next look for the calling process, when the last one is `everyMs` old; false when another process has looked since. */
export const takeLook = async (sql: Sql, everyMs: number): Promise<boolean> => (await first(sql.run(look, [everyMs]))) !== null;

/** Lets one process compare at a time, until its transaction ends. Returns the time of the database. */
export const lockProblems = async (tx: Sql): Promise<Date> => (await one(tx.run(lock))).at;

export const listProblems = (sql: Sql): Promise<KnownProblem[]> => sql.run(list);

/** Stores these problems in place of all others. */
export async function putProblems(tx: Sql, rows: readonly KnownProblem[]): Promise<void> {
  await tx.run(put, [JSON.stringify(rows)]);
}

/** A process that was not seen for so many seconds, three of its beats, has ended without a word, stands still, or has no database. */
export const GONE_SECONDS = 30;

/** What processes say of themselves. */
interface ProcessReport {
  /** Processes that ended without a word within a day, and whose place none that started since has taken. */
  readonly lost: number;
  /** Whether the volume of the data folder of any of them is nearly full. */
  readonly isDiskLow: boolean;
}

const beat = statement(
  "process_beat",
  `INSERT INTO process (id, program, disk_low) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET seen_at = now(), disk_low = excluded.disk_low`,
);
const leave = statement("process_leave", `DELETE FROM process WHERE id = $1`);
const forget = statement("process_forget", `DELETE FROM process WHERE seen_at < now() - interval '1 day'`);
// One that started after the first of them was last seen has taken a place.
const report = statement<ProcessReport>(
  "process_report",
  `WITH gone AS (SELECT program, count(*) AS n, min(seen_at) AS first FROM process WHERE seen_at < now() - ${GONE_SECONDS} * interval '1 second' GROUP BY program)
   SELECT coalesce(sum(greatest(0, gone.n - (SELECT count(*) FROM process p WHERE p.program = gone.program AND p.started_at >= gone.first))), 0)::int AS lost,
     EXISTS (SELECT FROM process WHERE disk_low AND seen_at >= now() - ${GONE_SECONDS} * interval '1 second') AS "isDiskLow" FROM gone`,
);

/** Notes that a process lives, and how its disk is. */
export async function noteProcess(
  sql: Sql,
  { id, program, isDiskLow }: { id: string; program: string; isDiskLow: boolean },
): Promise<void> {
  await sql.run(beat, [id, program, isDiskLow]);
}

/** Notes that a process stops. */
export async function leaveProcess(sql: Sql, id: string): Promise<void> {
  await sql.run(leave, [id]);
}

/** Forgets processes that were not seen for a day. */
export async function forgetProcesses(sql: Sql): Promise<void> {
  await sql.run(forget);
}

export const readProcesses = (sql: Sql): Promise<ProcessReport> => one(sql.run(report));
