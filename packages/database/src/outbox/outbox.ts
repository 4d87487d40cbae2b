import { first, one, statement, type Sql } from "../sql/index.js";

export interface SendResultRow {
  readonly id: string;
  readonly state: "sent" | "failed" | "unknown" | "queued";
  readonly externalId: string | null;
  readonly delayMs: number;
  readonly error: unknown;
  /** The outcome of this or an earlier attempt is unknown. */
  readonly doubted: boolean;
}

/** A result, with the hand-off and the lease's epoch that it belongs to, and the ack that an answer of its network proves. */
export interface FencedResult extends SendResultRow {
  readonly attempt: number;
  readonly epoch: number;
  readonly ackAtAnswer: number;
}

export interface SettledSend {
  readonly id: string;
  readonly messageId: number;
  readonly ticketId: number;
  readonly state: string;
}

// A result counts only under the epoch that claimed the row, so that a holder without the lease writes nothing, and for its own
// hand-off, so that one which is written again ends no later one. `sent` is a proof whenever it comes, and wins where one row has two.
const applyResults = statement<SettledSend>(
  "outbox_results",
  `WITH result AS (
     SELECT DISTINCT ON (id) * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::text[], $6::boolean[], $7::bigint[], $8::int[], $9::int[])
       AS u(id, state, external_id, delay_ms, error, doubted, epoch, ack, attempt) ORDER BY id, state = 'sent' DESC
   ), settled AS (
     UPDATE outbox o SET state = n.state, external_id = coalesce(n.external_id, o.external_id), error = n.error::jsonb, doubted = n.doubted,
       not_before = clock_timestamp() + n.delay_ms * interval '1 millisecond',
       finished_at = CASE WHEN n.state IN ('sent', 'failed') THEN clock_timestamp() END
     FROM result n WHERE o.id = n.id AND o.epoch = n.epoch AND (o.state = 'handed' AND o.attempt = n.attempt OR n.state = 'sent' AND o.state IN ('handed', 'unknown', 'queued'))
     RETURNING o.id, o.message_id, o.state, o.external_id, o.error, n.ack
   ), shown AS (
     UPDATE message m SET ack = CASE WHEN s.state = 'sent' THEN greatest(m.ack, s.ack) WHEN s.state = 'failed' AND m.ack <= 1 THEN -1 ELSE m.ack END,
       ack_times = CASE WHEN s.state = 'sent' AND s.ack > 0 THEN jsonb_build_object(s.ack::text, clock_timestamp()) || coalesce(m.ack_times, '{}'::jsonb) ELSE m.ack_times END,
       external_id = coalesce(m.external_id, s.external_id),
       error = CASE WHEN s.state IN ('failed', 'unknown') THEN s.error WHEN s.state = 'sent' THEN NULL ELSE m.error END
     FROM settled s WHERE m.id = s.message_id RETURNING m.id, m.ticket_id
   )
   SELECT settled.id, settled.message_id AS "messageId", shown.ticket_id AS "ticketId", settled.state FROM settled JOIN shown ON shown.id = settled.message_id`,
);

/**
 * Writes the results of hand-offs to sends and messages. Returns the settled rows. The caller must
 * lock their tickets.
 */
export function applySendResults(tx: Sql, results: readonly FencedResult[]): Promise<SettledSend[]> {
  const column = <K extends keyof FencedResult>(key: K) => results.map((result) => result[key]);
  return tx.run(applyResults, [
    column("id"),
    column("state"),
    column("externalId"),
    column("delayMs"),
    column("error").map((error) => (error === null ? null : JSON.stringify(error))),
    column("doubted"),
    column("epoch"),
    column("ackAtAnswer"),
    column("attempt"),
  ]);
}

const confirmByExternalId = statement<{ id: string }>(
  "outbox_confirm",
  `UPDATE outbox SET state = 'sent', finished_at = clock_timestamp(), error = NULL WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND state <> 'sent' AND state <> 'cancelled' RETURNING id`,
  { wakes: ["outbox"] },
);

/**
 * Marks sends as sent. An event with a message's id proves that it was sent, whatever its state.
 */
export const confirmSends = (tx: Sql, connectionId: number, externalIds: readonly string[]) =>
  tx.run(confirmByExternalId, [connectionId, externalIds]);

const inFlight = statement<{ found: boolean }>(
  "outbox_in_flight",
  `SELECT EXISTS (SELECT FROM outbox o JOIN message m ON m.id = o.message_id
     WHERE o.connection_id = $1 AND o.state = 'handed' AND o.external_id IS NULL AND m.ticket_id = $2) AS found`,
);

/** Whether a send of the ticket has been handed over whose provider id is not stored yet. */
export const hasSendInFlight = async (tx: Sql, connectionId: number, ticketId: number): Promise<boolean> =>
  (await one(tx.run(inFlight, [connectionId, ticketId]))).found;

const failByMessage = statement(
  "outbox_fail",
  `UPDATE outbox SET state = 'failed', finished_at = clock_timestamp(), error = $2::jsonb WHERE message_id = ANY($1::bigint[]) AND state NOT IN ('failed', 'cancelled')`,
);

/**
 * Marks sends as failed after the network gave them up, even if it had accepted them; a person may
 * send them again.
 */
export async function failSends(tx: Sql, messageIds: readonly number[], error: unknown): Promise<void> {
  await tx.run(failByMessage, [messageIds, error === null ? null : JSON.stringify(error)]);
}

const bindById = statement<{ messageId: number }>(
  "outbox_bind",
  `WITH bound AS (
     UPDATE outbox SET external_id = $3, finished_at = clock_timestamp(), error = $5::jsonb,
       state = CASE WHEN state = 'cancelled' THEN state WHEN $4 THEN 'failed' ELSE 'sent' END
     WHERE id = $1 AND connection_id = $2 AND external_id IS NULL RETURNING message_id
   )
   UPDATE message m SET external_id = $3 FROM bound WHERE m.id = bound.message_id AND m.external_id IS NULL RETURNING m.id AS "messageId"`,
);

/**
 * Binds a send to the provider id that the network chose, from an event with our own id: the
 * message was sent under this id, or failed there, whatever its state. Does nothing when the
 * provider id is stored already.
 */
export async function bindSend(
  tx: Sql,
  connectionId: number,
  send: { readonly outboxId: string; readonly externalId: string; readonly error: unknown },
): Promise<void> {
  const hasFailed = send.error !== null;
  await tx.run(bindById, [send.outboxId, connectionId, send.externalId, hasFailed, hasFailed ? JSON.stringify(send.error) : null]);
}

const bindByContent = statement<{ id: number; ticketId: number }>(
  "outbox_bind_echo",
  `WITH send AS (
     SELECT o.id, o.message_id FROM outbox o JOIN message m ON m.id = o.message_id
     WHERE o.connection_id = $1 AND m.chat = ANY($2::text[]) AND o.state IN ('handed', 'unknown') AND o.external_id IS NULL
       AND m.body = $4 AND (m.file_id IS NOT NULL) = $5
       AND $6::timestamptz BETWEEN o.first_handed_at - interval '2 seconds' AND o.handed_at + interval '10 minutes'
     ORDER BY o.lane_seq LIMIT 1 FOR UPDATE OF o
   ), bound AS (
     UPDATE outbox SET external_id = $3, state = 'sent', finished_at = clock_timestamp(), error = NULL FROM send WHERE outbox.id = send.id
     RETURNING send.message_id
   )
   UPDATE message m SET external_id = $3, ack = greatest(m.ack, 1), error = NULL FROM bound
   WHERE m.id = bound.message_id AND m.external_id IS NULL RETURNING m.id, m.ticket_id AS "ticketId"`,
);

/** A message of ours as the network reports it after sending. */
export interface SendEcho {
  /** The spellings of the conversation's address. */
  readonly chats: readonly string[];
  readonly externalId: string;
  readonly body: string;
  readonly hasFile: boolean;
  readonly sentAt: Date;
}

/**
 * Binds an echo to a send without an answer, at a network that chooses ids and does not return
 * ours: text, conversation and time must match. Returns the message, or null when there is no
 * such send.
 */
export const bindEcho = (tx: Sql, connectionId: number, { chats, externalId, body, hasFile, sentAt }: SendEcho) =>
  first(tx.run(bindByContent, [connectionId, chats, externalId, body, hasFile, sentAt]));

const settleRow = statement<{ id: string }>(
  "outbox_settle",
  `UPDATE outbox SET state = 'cancelled', finished_at = clock_timestamp() WHERE message_id = $1 AND state IN ('unknown', 'failed') RETURNING id`,
  { wakes: ["outbox"] },
);

/**
 * Cancels an unknown or failed send, because a person decided so; returns whether there was one.
 */
export async function cancelSend(tx: Sql, messageId: number): Promise<boolean> {
  return (await tx.run(settleRow, [messageId])).length > 0;
}

const withdrawRow = statement<{ id: string }>(
  "outbox_withdraw",
  `UPDATE outbox SET state = 'cancelled', finished_at = clock_timestamp() WHERE message_id = $1 AND state = 'queued' AND NOT doubted RETURNING id`,
  { wakes: ["outbox"] },
);

/** Cancels a message that was certainly not sent; returns whether it could. */
export async function withdrawSend(tx: Sql, messageId: number): Promise<boolean> {
  return (await tx.run(withdrawRow, [messageId])).length > 0;
}

const withdrawOfTicket = statement<{ messageId: number }>(
  "outbox_withdraw_answers",
  `UPDATE outbox o SET state = 'cancelled', finished_at = clock_timestamp() FROM message m
   WHERE m.ticket_id = $1 AND o.message_id = m.id AND o.state = 'queued' AND NOT o.doubted AND o.cause_event_id IS NOT NULL
   RETURNING o.message_id AS "messageId"`,
  { wakes: ["outbox"] },
);

/** Cancels the automatic answers of a locked ticket that have not left yet. Returns their messages. */
export const withdrawAnswers = async (tx: Sql, ticketId: number): Promise<number[]> =>
  (await tx.run(withdrawOfTicket, [ticketId])).map(({ messageId }) => messageId);

/** Finished sends of a kind that are old: 0 without a run, 1 of a run. In the order of the index, so that no young one is looked at. */
const oldOfKind = (kind: 0 | 1, days: string): string => `(SELECT id FROM outbox
   WHERE state = 'sent' AND CASE WHEN send_run_id IS NULL THEN 0 ELSE 1 END = ${kind} AND finished_at < now() - ${days} * interval '1 day'
   ORDER BY finished_at LIMIT 1000)`;
const deleteOld = statement(
  "outbox_retention",
  `DELETE FROM outbox WHERE id IN (${oldOfKind(0, "$1")} UNION ALL ${oldOfKind(1, "greatest($1, 400)")}) RETURNING 1`,
);

/**
 * Deletes up to 1,000 sends that were sent more than `days` ago; messages and unsettled sends stay.
 * Returns how many.
 */
export const deleteOldSends = async (sql: Sql, days: number) => (await sql.run(deleteOld, [days])).length;
