import { statement, type Sql } from "../sql/index.js";
import type { SettledSend } from "./outbox.js";

const staleIds = statement<{ id: string }>(
  "outbox_stale_ids",
  `SELECT id FROM outbox WHERE connection_id = $1 AND state = 'handed' AND (epoch IS DISTINCT FROM $2 OR handed_at < clock_timestamp() - $3 * interval '1 millisecond')`,
);

/**
 * Lists the hand-offs of another epoch, and those without a result for longer than `staleAfterMs`.
 */
export async function listStaleSends(sql: Sql, connectionId: number, epoch: number, staleAfterMs: number): Promise<string[]> {
  return (await sql.run(staleIds, [connectionId, epoch, staleAfterMs])).map(({ id }) => id);
}

const releaseStale = statement<SettledSend>(
  "outbox_stale",
  `WITH settled AS (
     UPDATE outbox o SET
       state = CASE WHEN $4 AND o.attempt < $5 AND o.first_handed_at > clock_timestamp() - $6 * interval '1 millisecond' THEN 'queued' ELSE 'unknown' END,
       not_before = clock_timestamp(), doubted = true
     WHERE o.id = ANY($1::uuid[]) AND o.state = 'handed' AND (o.epoch IS DISTINCT FROM $2 OR o.handed_at < clock_timestamp() - $3 * interval '1 millisecond')
     RETURNING o.id, o.message_id, o.state
   )
   SELECT settled.id, settled.message_id AS "messageId", m.ticket_id AS "ticketId", settled.state FROM settled JOIN message m ON m.id = settled.message_id`,
);

export interface StaleRule {
  readonly epoch: number;
  readonly staleAfterMs: number;
  /** True where we choose the provider id, so that a hand-off may be repeated under it. */
  readonly chosenId: boolean;
  readonly maxAttempts: number;
  /** How long after the first hand-off one without a result may be repeated. */
  readonly repeatWindowMs: number;
}

/**
 * Takes back those hand-offs that are still stale: queued where a repeat is safe, else unknown. The caller must lock their tickets.
 */
export function releaseStaleSends(tx: Sql, ids: readonly string[], rule: StaleRule): Promise<SettledSend[]> {
  return tx.run(releaseStale, [ids, rule.epoch, rule.staleAfterMs, rule.chosenId, rule.maxAttempts, rule.repeatWindowMs]);
}

const unfinishedIds = statement<{ id: string }>(
  "outbox_unfinished",
  `SELECT id FROM outbox WHERE connection_id = $1 AND state IN ('queued', 'handed')`,
);

/** Lists the sends of a connection that are queued or have no result yet. */
export async function listUnfinishedSends(sql: Sql, connectionId: number): Promise<string[]> {
  return (await sql.run(unfinishedIds, [connectionId])).map(({ id }) => id);
}

const queuedOfRun = statement<{ id: string }>(
  "outbox_queued_of_run",
  `SELECT id FROM outbox WHERE connection_id = $2 AND send_run_id = $1 AND state = 'queued'`,
);

/** Lists the sends of a mass or scheduled run that are queued on a connection. */
export async function listQueuedOfRun(sql: Sql, runId: number, connectionId: number): Promise<string[]> {
  return (await sql.run(queuedOfRun, [runId, connectionId])).map(({ id }) => id);
}

const endRows = statement<SettledSend>(
  "outbox_end",
  `WITH settled AS (
     UPDATE outbox o SET state = CASE WHEN o.state = 'queued' AND NOT o.doubted THEN 'failed' ELSE 'unknown' END,
       error = $2::jsonb, finished_at = CASE WHEN o.state = 'queued' AND NOT o.doubted THEN clock_timestamp() END
     WHERE o.id = ANY($1::uuid[]) AND o.state IN ('queued', 'handed') RETURNING o.id, o.message_id, o.state
   ), shown AS (
     UPDATE message m SET error = $2::jsonb, ack = CASE WHEN s.state = 'failed' AND m.ack <= 1 THEN -1 ELSE m.ack END
     FROM settled s WHERE m.id = s.message_id RETURNING m.id, m.ticket_id
   )
   SELECT settled.id, settled.message_id AS "messageId", shown.ticket_id AS "ticketId", settled.state FROM settled JOIN shown ON shown.id = settled.message_id`,
);

/**
 * Ends the sends of a deleted connection: those that were never sent fail with this error, the
 * others become unknown. The caller must lock their tickets.
 */
export const endSends = (tx: Sql, ids: readonly string[], error: unknown): Promise<SettledSend[]> =>
  tx.run(endRows, [ids, JSON.stringify(error)]);
