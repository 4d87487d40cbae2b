import { first, statement, type Sql } from "../sql/index.js";

/** A claimed message, with everything that its hand-off needs. */
export interface ClaimedSend {
  readonly id: string;
  readonly messageId: number;
  readonly ticketId: number;
  readonly externalId: string | null;
  readonly peer: unknown;
  readonly attempt: number;
  /** An earlier attempt may have been sent. */
  readonly doubted: boolean;
  readonly firstHandedAt: Date;
  readonly heavy: boolean;
  readonly type: string;
  readonly body: string;
  readonly media: unknown;
  readonly details: unknown;
  readonly isForwarded: boolean;
  readonly filePath: string | null;
  readonly fileMime: string | null;
  readonly fileName: string | null;
  readonly fileSize: number | null;
  readonly fileSeconds: number | null;
  readonly quotedExternalId: string | null;
  readonly quotedFromMe: boolean | null;
  readonly quotedAuthor: string | null;
  readonly quotedType: string | null;
  readonly quotedBody: string | null;
}

// One in flight per conversation, in order: a row is taken only if no earlier one of its lane is
// queued or handed, a voice note only when it is converted, and only by the holder of the
// connection's lease. Heavy rows (uploads of files) have a separate limit, so that one video does not
// block all conversations of the number.
const claimRows = statement<ClaimedSend>(
  "outbox_claim",
  `WITH paced AS (
     SELECT $6 AND NOT EXISTS (SELECT 1 FROM send_pacing WHERE connection_id = $1 AND stopped_at IS NOT NULL) AS may_go
   ), candidates AS (
     SELECT id, heavy, lane_seq, row_number() OVER (PARTITION BY heavy ORDER BY lane_seq) AS place
     FROM outbox mine
     WHERE connection_id = $1 AND state = 'queued' AND not_before <= clock_timestamp()
       AND (send_run_id IS NULL OR (SELECT may_go FROM paced))
       AND NOT EXISTS (SELECT 1 FROM outbox earlier WHERE earlier.lane = mine.lane AND earlier.lane_seq < mine.lane_seq AND earlier.state IN ('queued', 'handed')
         AND NOT (earlier.state = 'queued' AND earlier.send_run_id IS NOT NULL AND NOT (SELECT may_go FROM paced)))
       AND NOT (heavy AND EXISTS (SELECT 1 FROM media_job job WHERE job.message_id = mine.message_id AND job.kind = 'prepareVoice'))
       AND EXISTS (SELECT 1 FROM session_lease WHERE connection_id = $1 AND owner = $4 AND epoch = $5 AND expires_at > clock_timestamp())
     ORDER BY lane_seq LIMIT 64
   ), chosen AS (
     SELECT o.id FROM outbox o JOIN candidates c USING (id)
     WHERE NOT c.heavy OR c.place <= $3
     ORDER BY c.lane_seq LIMIT $2 FOR UPDATE OF o SKIP LOCKED
   ), claimed AS (
     UPDATE outbox SET state = 'handed', attempt = attempt + 1, handed_at = clock_timestamp(), first_handed_at = coalesce(first_handed_at, clock_timestamp()), holder = $4, epoch = $5
     WHERE id IN (SELECT id FROM chosen) AND state = 'queued'
     RETURNING id, message_id, external_id, peer, attempt, doubted, first_handed_at, heavy, lane_seq
   )
   SELECT claimed.id, claimed.message_id AS "messageId", m.ticket_id AS "ticketId", claimed.external_id AS "externalId", claimed.peer, claimed.attempt, claimed.doubted,
     claimed.first_handed_at AS "firstHandedAt", claimed.heavy, m.type, m.body, m.media, m.details, m.is_forwarded AS "isForwarded",
     f.path AS "filePath", f.mime AS "fileMime", f.original_name AS "fileName", f.size AS "fileSize", f.seconds AS "fileSeconds",
     q.external_id AS "quotedExternalId", q.from_me AS "quotedFromMe", q.author AS "quotedAuthor", q.type AS "quotedType", q.body AS "quotedBody"
   FROM claimed JOIN message m ON m.id = claimed.message_id LEFT JOIN file f ON f.id = m.file_id LEFT JOIN message q ON q.id = m.quoted_id
   ORDER BY claimed.lane_seq`,
);

export interface ClaimLimits {
  readonly free: number;
  readonly freeHeavy: number;
  readonly holder: string;
  readonly epoch: number;
  /** Whether mass and scheduled messages may go out now. */
  readonly paced: boolean;
}

/**
 * Claims due messages of a connection and marks them handed before any of them is sent, in one
 * statement and commit.
 */
export function claimSends(sql: Sql, connectionId: number, limits: ClaimLimits): Promise<ClaimedSend[]> {
  return sql.run(claimRows, [connectionId, limits.free, limits.freeHeavy, limits.holder, limits.epoch, limits.paced]);
}

export interface SendResultRow {
  readonly id: string;
  readonly state: "sent" | "failed" | "unknown" | "queued";
  readonly externalId: string | null;
  readonly delayMs: number;
  readonly error: unknown;
  /** The outcome of this or an earlier attempt is unknown. */
  readonly doubted: boolean;
}

export interface SettledSend {
  readonly id: string;
  readonly messageId: number;
  readonly ticketId: number;
  readonly state: string;
}

// A result counts only under the epoch that claimed the row, so that a holder without the lease
// writes nothing. A late `sent` also replaces `unknown`.
const applyResults = statement<SettledSend>(
  "outbox_results",
  `WITH result AS (
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::text[], $7::boolean[]) AS u(id, state, external_id, delay_ms, error, doubted)
   ), settled AS (
     UPDATE outbox o SET state = n.state, external_id = coalesce(n.external_id, o.external_id), error = n.error::jsonb, doubted = n.doubted,
       not_before = clock_timestamp() + n.delay_ms * interval '1 millisecond',
       finished_at = CASE WHEN n.state IN ('sent', 'failed') THEN clock_timestamp() END
     FROM result n WHERE o.id = n.id AND o.epoch = $6 AND (o.state = 'handed' OR (n.state = 'sent' AND o.state IN ('unknown', 'queued')))
     RETURNING o.id, o.message_id, o.state, o.external_id, o.error
   ), shown AS (
     UPDATE message m SET ack = CASE WHEN s.state = 'sent' THEN greatest(m.ack, $8::int) WHEN s.state = 'failed' AND m.ack <= 1 THEN -1 ELSE m.ack END,
       ack_times = CASE WHEN s.state = 'sent' AND $8 > 0 THEN jsonb_build_object($8::text, clock_timestamp()) || coalesce(m.ack_times, '{}'::jsonb) ELSE m.ack_times END,
       external_id = coalesce(m.external_id, s.external_id),
       error = CASE WHEN s.state IN ('failed', 'unknown') THEN s.error WHEN s.state = 'sent' THEN NULL ELSE m.error END
     FROM settled s WHERE m.id = s.message_id RETURNING m.id, m.ticket_id
   )
   SELECT settled.id, settled.message_id AS "messageId", shown.ticket_id AS "ticketId", settled.state FROM settled JOIN shown ON shown.id = settled.message_id`,
);

/**
 * Writes the results of hand-offs to sends and messages, with `ackAtAnswer` for those that were
 * sent. Returns the settled rows. The caller must lock their tickets.
 */
export function applySendResults(tx: Sql, epoch: number, results: readonly SendResultRow[], ackAtAnswer: number): Promise<SettledSend[]> {
  const column = <K extends keyof SendResultRow>(key: K) => results.map((result) => result[key]);
  return tx.run(applyResults, [
    column("id"),
    column("state"),
    column("externalId"),
    column("delayMs"),
    column("error").map((error) => (error === null ? null : JSON.stringify(error))),
    epoch,
    column("doubted"),
    ackAtAnswer,
  ]);
}

const confirmByExternalId = statement<{ id: string }>(
  "outbox_confirm",
  `UPDATE outbox SET state = 'sent', finished_at = clock_timestamp(), error = NULL WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND state <> 'sent' AND state <> 'cancelled' RETURNING id`,
  { wakes: ["outbox"] },
);

/**
 * Marks sends as sent. An event with a message's id proves that it was sent, whatever its state
 * [M-5].
 */
export const confirmSends = (tx: Sql, connectionId: number, externalIds: readonly string[]) =>
  tx.run(confirmByExternalId, [connectionId, externalIds]);

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
 * message was sent under this id, or failed there, whatever its state [M-5]. Does nothing when the
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
 * ours: text, conversation and time must match [M-5]. Returns the message, or null when there is no
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

const deleteOld = statement(
  "outbox_retention",
  `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE state = 'sent' AND finished_at < now() - (CASE WHEN send_run_id IS NULL THEN $1 ELSE greatest($1, 400) END) * interval '1 day' LIMIT 1000) RETURNING 1`,
);

/**
 * Deletes up to 1,000 sends that were sent more than `days` ago; messages and unsettled sends stay.
 * Returns how many.
 */
export const deleteOldSends = async (sql: Sql, days: number) => (await sql.run(deleteOld, [days])).length;
