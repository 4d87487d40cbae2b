import type { TicketFacts } from "@balcao/domain/tickets";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A message that is scheduled in a conversation, with the facts of its ticket that decide who sees it (D-273). */
export interface PlannedRow extends TicketFacts {
  readonly id: number;
  readonly ticketId: number;
  readonly contactId: number;
  readonly connectionId: number | null;
  readonly message: string;
  /** Whether its author's name is written above it. */
  readonly signed: boolean;
  readonly authorId: number | null;
  readonly sendAt: Date;
  /** When it goes out; null when it does not any more. */
  readonly plannedAt: Date | null;
  /** Why it did not go out; null where it did, or still waits. */
  readonly failure: string | null;
  readonly updatedAt: Date;
  readonly isDeleted: boolean;
}

/** What a person says about a message that is to go out later. */
interface PlannedDraft {
  readonly message: string;
  readonly signed: boolean;
  readonly authorId: number;
  readonly sendAt: Date;
}

const ROWS = `SELECT s.id, s.ticket_id AS "ticketId", t.contact_id AS "contactId", t.connection_id AS "connectionId", s.message, s.signed,
    s.user_id AS "authorId", s.send_at AS "sendAt", s.planned_at AS "plannedAt", s.failure, s.updated_at AS "updatedAt",
    s.deleted_at IS NOT NULL AS "isDeleted", t.status, t.is_group AS "isGroup", t.queue_id AS "queueId", t.user_id AS "userId", t.guest_ids AS "guestIds"
  FROM schedule s JOIN ticket t ON t.id = s.ticket_id`;

const byIds = statement<PlannedRow>("planned_rows", `${ROWS} WHERE s.id = ANY($1::int[])`);
const lockRow = statement<PlannedRow>("planned_lock", `${ROWS} WHERE s.id = $1 AND s.deleted_at IS NULL FOR UPDATE OF s`);
// What waits in an ended conversation goes into the live one of the same contact, which shows it and what of it did not go out, too. The
// contact's tickets are few, so that opening a conversation reads nothing of what waits in others.
const ofTicket = statement<PlannedRow>(
  "planned_of_ticket",
  `${ROWS} JOIN ticket shown ON shown.id = $1 AND shown.contact_id = t.contact_id
   WHERE s.deleted_at IS NULL AND (s.planned_at IS NOT NULL OR s.failure IS NOT NULL)
     AND (t.id = shown.id OR shown.status <> 'closed' AND t.status = 'closed' AND t.connection_id = shown.connection_id)
   ORDER BY s.send_at, s.id LIMIT $2`,
);
const countWaiting = statement<{ count: number }>(
  "planned_count",
  `SELECT count(*)::int AS count FROM schedule WHERE ticket_id = $1 AND deleted_at IS NULL AND (planned_at IS NOT NULL OR failure IS NOT NULL)`,
);
const insertRow = statement<{ id: number }>(
  "planned_insert",
  `INSERT INTO schedule (ticket_id, message, signed, user_id, send_at, planned_at, recurrence, rule_value, all_contacts, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $5, 'once', '0', false, $6, $6) RETURNING id`,
  { wakes: ["sends"] },
);
const changeRow = statement(
  "planned_change",
  `UPDATE schedule SET message = $2, signed = $3, user_id = $4, send_at = $5, planned_at = $5, failure = NULL, updated_at = $6 WHERE id = $1`,
  { wakes: ["sends"] },
);
const deleteRow = statement("planned_delete", `UPDATE schedule SET deleted_at = $2, planned_at = NULL WHERE id = $1`);
const settleRow = statement(
  "planned_settle",
  `UPDATE schedule SET planned_at = NULL, failure = $2, rule_value = CASE WHEN $2::text IS NULL THEN '1' ELSE '0' END WHERE id = $1`,
);
const dueIds = statement<{ id: number }>(
  "planned_due_ids",
  `SELECT id FROM schedule WHERE planned_at <= $1 AND deleted_at IS NULL ORDER BY planned_at, id LIMIT $2`,
);

/** These planned messages, deleted ones included. */
export const getPlannedRows = (sql: Sql, ids: readonly number[]): Promise<PlannedRow[]> => sql.run(byIds, [ids]);
/** Locks a planned message. Lock its ticket before, where that changes. */
export const lockPlanned = (tx: Sql, id: number): Promise<PlannedRow | null> => first(tx.run(lockRow, [id]));
/** What will go into a conversation and what failed to, in the order of their moments. */
export const listPlannedOfTicket = (sql: Sql, ticketId: number, limit: number): Promise<PlannedRow[]> =>
  sql.run(ofTicket, [ticketId, limit]);
/** How many planned messages a ticket shows. */
export const countPlanned = async (tx: Sql, ticketId: number): Promise<number> => (await one(tx.run(countWaiting, [ticketId]))).count;
/** Returns the new message's id. */
export const insertPlanned = async (tx: Sql, ticketId: number, draft: PlannedDraft, at: Date): Promise<number> =>
  (await one(tx.run(insertRow, [ticketId, draft.message, draft.signed, draft.authorId, draft.sendAt, at]))).id;
/** Changes a planned message, which waits again. */
export const changePlannedRow = (tx: Sql, id: number, draft: PlannedDraft, at: Date) =>
  tx.run(changeRow, [id, draft.message, draft.signed, draft.authorId, draft.sendAt, at]);
export const deletePlannedRow = (tx: Sql, id: number, at: Date) => tx.run(deleteRow, [id, at]);
/** Ends the waiting of a planned message: it went out, or `failure` says why it did not. */
export const settlePlanned = (tx: Sql, id: number, failure: string | null) => tx.run(settleRow, [id, failure]);
/** Planned messages that are due, the longest first. */
export const listDuePlanned = async (sql: Sql, now: Date, limit: number): Promise<number[]> =>
  (await sql.run(dueIds, [now, limit])).map(({ id }) => id);
