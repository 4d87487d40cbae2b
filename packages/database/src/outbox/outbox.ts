import { first, statement, type Sql } from "../sql/index.js";

export interface OutboxDraft {
  readonly id: string;
  readonly messageId: number;
  readonly connectionId: number;
  readonly lane: string;
  readonly origin: "agent" | "system";
  readonly userId: number | null;
  readonly clientKey: string | null;
  readonly externalId: string | null;
  readonly peer: unknown;
  readonly heavy: boolean;
}

const insertRow = statement(
  "outbox_insert",
  `INSERT INTO outbox (id, message_id, connection_id, lane, origin, user_id, client_key, external_id, peer, heavy) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  { wakes: ["outbox"] },
);

/** Puts a message into the outbox; written with the message, in its transaction. */
export async function insertOutbox(tx: Sql, draft: OutboxDraft): Promise<void> {
  await tx.run(insertRow, [
    draft.id,
    draft.messageId,
    draft.connectionId,
    draft.lane,
    draft.origin,
    draft.userId,
    draft.clientKey,
    draft.externalId,
    JSON.stringify(draft.peer),
    draft.heavy,
  ]);
}

/** A message that has just been claimed, with all that a hand-off needs. */
export interface ClaimedSend {
  readonly id: string;
  readonly messageId: number;
  readonly ticketId: number;
  readonly externalId: string | null;
  readonly peer: unknown;
  readonly attempt: number;
  /** An earlier try may have gone out. */
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

// One in flight per conversation, in order: a row is taken only when no earlier one of its lane is queued or handed.
// Only who holds the connection's lease takes any: a holder that slept through its lease takes nothing when it wakes up.
// A voice note that is not ready yet waits as queued, and its conversation with it: nothing is in doubt when its maker dies.
// Heavy rows (media uploads) have an allowance of their own, so that one video does not stop every conversation of the number.
const claimRows = statement<ClaimedSend>(
  "outbox_claim",
  `WITH candidates AS (
     SELECT id, heavy, lane_seq, row_number() OVER (PARTITION BY heavy ORDER BY lane_seq) AS place
     FROM outbox mine
     WHERE connection_id = $1 AND state = 'queued' AND not_before <= clock_timestamp()
       AND NOT EXISTS (SELECT 1 FROM outbox earlier WHERE earlier.lane = mine.lane AND earlier.lane_seq < mine.lane_seq AND earlier.state IN ('queued', 'handed'))
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
}

/** Claims due messages of a connection and marks them handed, before any of them leaves. One statement, one commit. */
export function claimSends(sql: Sql, connectionId: number, limits: ClaimLimits): Promise<ClaimedSend[]> {
  return sql.run(claimRows, [connectionId, limits.free, limits.freeHeavy, limits.holder, limits.epoch]);
}

export interface SendResultRow {
  readonly id: string;
  readonly state: "sent" | "failed" | "unknown" | "queued";
  readonly externalId: string | null;
  readonly delayMs: number;
  readonly error: unknown;
  /** Nobody can tell whether this or an earlier try went out. */
  readonly doubted: boolean;
}

export interface SettledSend {
  readonly id: string;
  readonly messageId: number;
  readonly ticketId: number;
  readonly state: string;
}

// A result counts only under the epoch that claimed the row: a holder that lost its lease writes nothing. An answer that came too late
// still ends a doubt.
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
       external_id = coalesce(m.external_id, s.external_id),
       error = CASE WHEN s.state IN ('failed', 'unknown') THEN s.error WHEN s.state = 'sent' THEN NULL ELSE m.error END
     FROM settled s WHERE m.id = s.message_id RETURNING m.id, m.ticket_id
   )
   SELECT settled.id, settled.message_id AS "messageId", shown.ticket_id AS "ticketId", settled.state FROM settled JOIN shown ON shown.id = settled.message_id`,
);

/** Writes what became of hand-offs, and what the messages show of it, `ackAtAnswer` where they were taken; answers the rows that it settled. Their tickets are locked. */
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

/** News of a message by its id proves that it went out, whatever we believed (M-5, last row of the table). */
export const confirmSends = (tx: Sql, connectionId: number, externalIds: readonly string[]) =>
  tx.run(confirmByExternalId, [connectionId, externalIds]);

const failByMessage = statement(
  "outbox_fail",
  `UPDATE outbox SET state = 'failed', finished_at = clock_timestamp(), error = $2::jsonb WHERE message_id = ANY($1::bigint[]) AND state NOT IN ('failed', 'cancelled')`,
);

/** The network gave these messages up, also after it had taken them: their sends have failed, and a person may send them again. */
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
 * News of a message by our own id, from a network that chooses the message's id itself: whatever we believed of a send without an answer, it went
 * out under this id, or `failed` there (M-5). Nothing happens when its id is known already.
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

/** A message of ours as the network shows it afterwards. */
export interface SendEcho {
  /** The spellings of the conversation. */
  readonly chats: readonly string[];
  readonly externalId: string;
  readonly body: string;
  readonly hasFile: boolean;
  readonly sentAt: Date;
}

/**
 * A message of ours turns up at a network that chooses ids itself and tells nothing of ours: when it says what a send without an answer said, in that
 * conversation and at that time, it is that send (M-5). Answers the message, or null when there is no such send.
 */
export const bindEcho = (tx: Sql, connectionId: number, { chats, externalId, body, hasFile, sentAt }: SendEcho) =>
  first(tx.run(bindByContent, [connectionId, chats, externalId, body, hasFile, sentAt]));

const settleRow = statement<{ id: string }>(
  "outbox_settle",
  `UPDATE outbox SET state = 'cancelled', finished_at = clock_timestamp() WHERE message_id = $1 AND state IN ('unknown', 'failed') RETURNING id`,
  { wakes: ["outbox"] },
);

/** A person decided about a message that did not verifiably go out; answers whether there was something to decide. */
export async function cancelSend(tx: Sql, messageId: number): Promise<boolean> {
  return (await tx.run(settleRow, [messageId])).length > 0;
}

const withdrawRow = statement<{ id: string }>(
  "outbox_withdraw",
  `UPDATE outbox SET state = 'cancelled', finished_at = clock_timestamp() WHERE message_id = $1 AND state = 'queued' AND NOT doubted RETURNING id`,
  { wakes: ["outbox"] },
);

/** Takes back a message that has certainly not left; answers whether it could. */
export async function withdrawSend(tx: Sql, messageId: number): Promise<boolean> {
  return (await tx.run(withdrawRow, [messageId])).length > 0;
}

const depth = statement<{ n: number }>("outbox_depth", `SELECT count(*)::int AS n FROM outbox WHERE state IN ('queued', 'handed')`);

export async function countWaitingSends(sql: Sql): Promise<number> {
  return (await first(sql.run(depth)))?.n ?? 0;
}

const deleteOld = statement(
  "outbox_retention",
  `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE state = 'sent' AND finished_at < now() - $1 * interval '1 day' LIMIT 1000) RETURNING 1`,
);

/** Deletes a step of sends that went out more than so many days ago; their messages stay, and so do sends in doubt. Answers how many. */
export const deleteOldSends = async (sql: Sql, days: number) => (await sql.run(deleteOld, [days])).length;
