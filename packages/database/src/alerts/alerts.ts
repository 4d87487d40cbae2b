import type { ToldProblem } from "@balcao/domain/health";
import { one, statement, type Sql } from "../sql/index.js";

export type AlertEvent = "began" | "ended";
export type AlertWay = "webhook" | "mail";

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
