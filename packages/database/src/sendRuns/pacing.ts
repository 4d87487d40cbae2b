import type { TicketOrigin } from "@balcao/domain/tickets";
import { first, one, statement, type Sql } from "../sql/index.js";
import type { RunDraft } from "./runs.js";

const STEP = "interval_ms * interval '1 millisecond'";
const NONE_OPEN = `NOT EXISTS (SELECT 1 FROM outbox o WHERE o.connection_id = p.connection_id AND o.send_run_id IS NOT NULL AND o.state IN ('queued', 'handed'))`;

// A next moment further away than the interval means that the clock was set back: the connection
// waits one whole interval from now.
const mendClock = statement(
  "send_pacing_mend",
  `UPDATE send_pacing SET next_at = clock_timestamp() + ${STEP} WHERE connection_id = ANY($1::int[]) AND next_at > clock_timestamp() + ${STEP}`,
);
/** A connection that may hand over now. */
export interface FreeConnection {
  readonly id: number;
  readonly intervalMs: number;
  /** Since its last hand-off by the database's clock; null when there was none. */
  readonly sinceMs: number | null;
}

const freeConnections = statement<FreeConnection>(
  "send_pacing_free",
  `SELECT p.connection_id AS id, p.interval_ms AS "intervalMs",
     CASE WHEN isfinite(p.handed_at) THEN (extract(epoch FROM clock_timestamp() - p.handed_at) * 1000)::float8 END AS "sinceMs" FROM send_pacing p
   WHERE p.connection_id = ANY($1::int[]) AND p.next_at <= clock_timestamp() AND p.stopped_at IS NULL
     AND (EXISTS (SELECT 1 FROM send_run r WHERE r.connection_id = p.connection_id AND r.state = 'running')
       OR EXISTS (SELECT 1 FROM outside_send s WHERE s.connection_id = p.connection_id AND s.is_first)) AND ${NONE_OPEN}`,
);

/** Which of these connections may hand over a paced message now and have one: of a run that goes out, or of a program. */
export async function listFreeConnections(sql: Sql, connectionIds: readonly number[]) {
  await sql.run(mendClock, [connectionIds]);
  return sql.run(freeConnections, [connectionIds]);
}

const takeRow = statement<{ id: number }>(
  "send_pacing_take",
  `UPDATE send_pacing p SET next_at = clock_timestamp() + ${STEP} WHERE connection_id = $1 AND next_at <= clock_timestamp() AND stopped_at IS NULL AND ${NONE_OPEN}
   RETURNING connection_id AS id`,
);

/** Takes the connection's turn; false when another process has taken it, or its message is not settled. */
export const takeTurn = async (tx: Sql, connectionId: number): Promise<boolean> => (await first(tx.run(takeRow, [connectionId]))) !== null;

/** A run whose turn it is. */
export interface PacedRun extends Omit<RunDraft, "connectionId"> {
  readonly id: number;
  readonly scheduleId: number | null;
  /** What the ticket is called that holds its message where there is no conversation (D-268). */
  readonly origin: TicketOrigin;
}

// Runs of one connection take turns, so that a short one does not wait for the end of a long one.
const nextRun = statement<PacedRun>(
  "send_run_next",
  `SELECT r.id, r.schedule_id AS "scheduleId", r.message, r.file_ids AS "fileIds", r.template, r.user_id AS "userId",
     r.all_contacts AS "allContacts", r.contact_ids AS "contactIds", r.tag_ids AS "tagIds",
     CASE WHEN r.schedule_id IS NULL THEN 'campaign' ELSE 'schedule' END AS origin FROM send_run r WHERE r.connection_id = $1 AND r.state = 'running'
     AND EXISTS (SELECT 1 FROM send_recipient s WHERE s.run_id = r.id AND s.state = 'queued')
   ORDER BY r.last_handed_at NULLS FIRST, r.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);
/** The recipient whose turn it is. */
export interface NextRecipient {
  readonly contactId: number;
  /** How many messages of several are still to come; 0 before the first one. */
  readonly partsLeft: number;
  /** These messages; null before the first one, and where an earlier release handed that over. */
  readonly parts: readonly unknown[] | null;
  /** The message before, or null. */
  readonly messageId: number | null;
  /** The chat of its last message; null before the first one. Those of several go to one chat. */
  readonly chat: string | null;
}

const nextRecipient = statement<NextRecipient>(
  "send_recipient_next",
  `SELECT contact_id AS "contactId", parts_left AS "partsLeft", parts, message_id AS "messageId",
     (SELECT m.chat FROM message m WHERE m.id = s.message_id) AS chat
   FROM send_recipient s WHERE run_id = $1 AND state = 'queued' ORDER BY contact_id LIMIT 1 FOR UPDATE`,
);

/** Locks the run whose turn it is on a connection. */
export const lockNextRun = (tx: Sql, connectionId: number) => first(tx.run(nextRun, [connectionId]));
/** Locks the run's next recipient. */
export const lockNextRecipient = (tx: Sql, runId: number) => first(tx.run(nextRecipient, [runId]));

const handed = statement(
  "send_recipient_handed",
  `WITH run AS (UPDATE send_run SET last_handed_at = clock_timestamp() WHERE id = $1), changed AS (INSERT INTO send_change VALUES ($1))
   UPDATE send_recipient SET state = 'handed', message_id = $3, parts_left = $4, parts = $5::jsonb, destination = $6,
     handed_at = clock_timestamp(), changed_at = clock_timestamp() WHERE run_id = $1 AND contact_id = $2`,
);
const skipped = statement(
  "send_recipient_skipped",
  `WITH changed AS (INSERT INTO send_change VALUES ($1))
   UPDATE send_recipient SET state = 'skipped', reason = $3, changed_at = clock_timestamp() WHERE run_id = $1 AND contact_id = $2`,
);

interface HandedRecipient {
  readonly contactId: number;
  readonly messageId: number;
  /** The messages that follow it. */
  readonly rest: readonly unknown[];
  /** The canonical form of where it goes, unique in the run. */
  readonly destination: string;
}

/** Stores which message a recipient gets and where, and which ones follow it. */
export const setRecipientHanded = (tx: Sql, runId: number, { contactId, messageId, rest, destination }: HandedRecipient) =>
  tx.run(handed, [runId, contactId, messageId, rest.length, rest.length === 0 ? null : JSON.stringify(rest), destination]);

// The run is locked, so that its hand-offs come one after the other.
const reached = statement<{ found: boolean }>(
  "send_recipient_reached",
  `SELECT EXISTS (SELECT FROM send_recipient WHERE run_id = $1 AND destination = $3 AND contact_id <> $2) OR EXISTS (
     SELECT FROM contact_merge m JOIN send_recipient s ON s.run_id = $1 AND s.contact_id = (m.gone->>'id')::int
     WHERE m.kept_id = $2 AND m.undone_at IS NULL AND s.handed_at IS NOT NULL) AS found`,
);

/** Whether a locked run was handed over to this destination already, or to a contact that was merged into this one since. */
export const wasReached = async (tx: Sql, runId: number, contactId: number, destination: string): Promise<boolean> =>
  (await one(tx.run(reached, [runId, contactId, destination]))).found;
/** Stores why a recipient gets no message. */
export const setRecipientSkipped = (tx: Sql, runId: number, contactId: number, reason: string) =>
  tx.run(skipped, [runId, contactId, reason]);

const unregistered = statement(
  "send_run_unregistered",
  `UPDATE send_run SET left_out = left_out || jsonb_build_object('unregistered', coalesce((left_out->>'unregistered')::int, 0) + 1) WHERE id = $1`,
);

/** Counts one more recipient of a locked run whose number the network has not. */
export const countUnregistered = (tx: Sql, runId: number) => tx.run(unregistered, [runId]);

const mergedInto = statement<{ id: number }>(
  "send_recipient_merged",
  `SELECT m.kept_id AS id FROM contact_merge m WHERE (m.gone->>'id')::int = $1 AND m.undone_at IS NULL ORDER BY m.id DESC LIMIT 1`,
);
const replace = statement<{ contactId: number }>(
  "send_recipient_replace",
  `UPDATE send_recipient SET contact_id = $3 WHERE run_id = $1 AND contact_id = $2
     AND NOT EXISTS (SELECT 1 FROM send_recipient known WHERE known.run_id = $1 AND known.contact_id = $3) RETURNING contact_id AS "contactId"`,
);

/** The contact into which a deleted one was merged, or null. */
export const getMergedContact = async (tx: Sql, contactId: number) => (await first(tx.run(mergedInto, [contactId])))?.id ?? null;
/** Puts the contact that stayed in a recipient's place; false when it is a recipient itself. */
export const replaceRecipient = async (tx: Sql, runId: number, contactId: number, keptId: number): Promise<boolean> =>
  (await first(tx.run(replace, [runId, contactId, keptId]))) !== null;

/** Connections with runs, of table `c` and pacing `p`, whose session says one of the reasons in $1. */
const SHOWS_BLOCK = `c.id = p.connection_id AND p.stopped_at IS NULL AND split_part(c.status_reason, ':', 1) = ANY($1::text[])
       AND EXISTS (SELECT 1 FROM send_run r WHERE r.connection_id = c.id AND r.state IN ('running', 'paused'))`;

const anyReports = statement<{ found: boolean }>(
  "send_reports_exist",
  `SELECT EXISTS (SELECT 1 FROM send_change) OR EXISTS (SELECT 1 FROM send_pacing p, connection c WHERE ${SHOWS_BLOCK}) AS found`,
);
const stopBlocked = statement<{ id: number }>(
  "send_pacing_stop_blocked",
  `WITH stopped AS (
     UPDATE send_pacing p SET stopped_at = clock_timestamp(), stop_reason = 'blocked', stop_detail = c.status_reason FROM connection c
     WHERE ${SHOWS_BLOCK}
     RETURNING p.connection_id AS id
   ), changed AS (INSERT INTO send_change SELECT r.id FROM send_run r JOIN stopped ON r.connection_id = stopped.id WHERE r.state IN ('running', 'paused'))
   SELECT id FROM stopped`,
);
const lift = statement<{ reason: string }>(
  "send_pacing_lift",
  `WITH known AS (SELECT connection_id, stop_reason FROM send_pacing WHERE connection_id = $1 AND stopped_at IS NOT NULL FOR UPDATE),
     lifted AS (UPDATE send_pacing p SET stopped_at = NULL, stop_reason = NULL, stop_detail = NULL, refusals = 0 FROM known WHERE p.connection_id = known.connection_id),
     active AS (UPDATE send_run r SET active_since = $2 FROM known WHERE r.connection_id = known.connection_id AND r.state = 'running'),
     changed AS (INSERT INTO send_change SELECT r.id FROM send_run r JOIN known USING (connection_id) WHERE r.state IN ('freezing', 'running', 'paused'))
   SELECT stop_reason AS reason FROM known`,
  { wakes: ["sends"] },
);

/** Whether a run has changed since it was reported, or `stopBlockedConnections` would stop one. */
export const hasRunsToReport = async (sql: Sql, reasons: readonly string[]): Promise<boolean> =>
  (await first(sql.run(anyReports, [reasons])))?.found === true;
/** Stops the connections with runs whose session says one of these reasons. Returns their ids. */
export const stopBlockedConnections = async (tx: Sql, reasons: readonly string[]): Promise<number[]> =>
  (await tx.run(stopBlocked, [reasons])).map(({ id }) => id);
/** Lets a stopped connection go on. Returns why it had stopped; null when it had not. */
export const liftStop = async (tx: Sql, connectionId: number, at: Date): Promise<string | null> =>
  (await first(tx.run(lift, [connectionId, at])))?.reason ?? null;
