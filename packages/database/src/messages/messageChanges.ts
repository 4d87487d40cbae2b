import type { MessagePricing } from "@balcao/domain/messages";
import { first, statement, type Sql } from "../sql/index.js";

// The first time of an ack stays. A lower ack that arrives late is only noted; a failure that the network reports after the delivery
// counts, unless somebody has read the message (D-481).
const raiseAcks = statement<{ id: number; ticketId: number }>(
  "message_raise_acks",
  `UPDATE message SET ack = CASE WHEN $3::int = -1 THEN -1 ELSE greatest(ack, $3) END,
     error = CASE WHEN $3 = -1 THEN $4::jsonb WHEN $3 < ack THEN error WHEN media_state = 'failed' THEN error END,
     ack_times = jsonb_build_object($3::text, $5::text) || coalesce(ack_times, '{}'::jsonb)
   WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND from_me
     AND (($3 = -1 AND (ack IN (0, 1) OR (ack = 2 AND $5::timestamptz >= (ack_times ->> '2')::timestamptz))) OR ($3 > ack) OR ($3 > 0 AND NOT coalesce(ack_times, '{}'::jsonb) ? $3::text))
   RETURNING id, ticket_id AS "ticketId"`,
);
const addReceipts = statement(
  "message_receipts",
  `INSERT INTO message_receipt AS known (message_id, reader, times)
   SELECT id, $3, jsonb_build_object($4::text, $5::text) FROM message WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND from_me
   ON CONFLICT (message_id, reader) DO UPDATE SET times = excluded.times || known.times WHERE NOT known.times ? $4::text`,
);
// Edits of one message may arrive in any order: an edit older than the last stored one changes
// nothing.
const setEdited = statement<{ id: number; ticketId: number }>(
  "message_edit",
  `WITH old AS (SELECT id, body FROM message WHERE id = $1), changed AS (
     UPDATE message SET previous_body = CASE WHEN body = $2 THEN previous_body ELSE body END, body = $2, is_edited = is_edited OR body <> $2, edit_unreadable = false, edited_at = $3
     WHERE id = $1 AND NOT is_deleted AND (edited_at IS NULL OR edited_at < $3 OR (edited_at = $3 AND body <> $2))
     RETURNING id, ticket_id
   ), kept AS (
     INSERT INTO message_edit (message_id, replaced_at, body)
     SELECT old.id, $3, old.body FROM old JOIN changed USING (id) WHERE old.body <> $2 ON CONFLICT DO NOTHING
   )
   SELECT id, ticket_id AS "ticketId" FROM changed`,
);
// The network may report a deletion of ours before our own command has recorded who did it.
const setDeleted = statement<{ id: number; ticketId: number }>(
  "message_delete",
  `UPDATE message SET is_deleted = true, deleted_at = coalesce(deleted_at, $2), deleted_by_id = coalesce(deleted_by_id, $3)
   WHERE id = $1 AND (NOT is_deleted OR ($3::int IS NOT NULL AND from_me AND deleted_by_id IS NULL)) RETURNING id, ticket_id AS "ticketId"`,
);

const setQuote = statement<{ id: number }>(
  "message_quote",
  `UPDATE message SET quoted_id = $2 WHERE id = $1 AND quoted_id IS NULL RETURNING id`,
);
// The first one stays: a sound is transcribed once.
const setTranscription = statement<{ id: number; ticketId: number }>(
  "message_transcribe",
  `UPDATE message SET transcription = $2 WHERE id = $1 AND transcription IS NULL AND NOT is_deleted RETURNING id, ticket_id AS "ticketId"`,
);

const setPricing = statement(
  "message_pricing",
  `UPDATE message SET pricing = $3::jsonb WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND from_me AND pricing IS DISTINCT FROM $3::jsonb`,
);

/** Stores what the network charges for messages of ours; the newest word counts. */
export const setMessagePricing = (tx: Sql, connectionId: number, externalIds: readonly string[], pricing: MessagePricing) =>
  tx.run(setPricing, [connectionId, externalIds, JSON.stringify(pricing)]);

interface AckChange {
  readonly ack: number;
  readonly error: unknown;
  readonly at: Date;
}

/**
 * Raises acks, never lowers them, and returns the messages that changed. A message that arrived
 * loses its failure.
 */
export const raiseMessageAcks = (tx: Sql, connectionId: number, externalIds: readonly string[], { ack, error, at }: AckChange) =>
  tx.run(raiseAcks, [connectionId, externalIds, ack, error === null ? null : JSON.stringify(error), at.toISOString()]);

/** Notes when a participant of a group received, read or played messages of ours. */
export async function addMessageReceipts(
  tx: Sql,
  connectionId: number,
  externalIds: readonly string[],
  receipt: { readonly reader: string; readonly ack: number; readonly at: Date },
): Promise<void> {
  await tx.run(addReceipts, [connectionId, externalIds, receipt.reader, String(receipt.ack), receipt.at.toISOString()]);
}

/**
 * Replaces a message's text by an edit of the time `at`, and keeps the text that it replaces.
 * Returns null after a later edit or a deletion, or when nothing would change.
 */
export const setMessageEdited = (tx: Sql, id: number, body: string, at: Date) => first(tx.run(setEdited, [id, body, at]));

/** Marks a message as deleted; `userId` is our user who did it, null for the customer and the phone. */
export const setMessageDeleted = (tx: Sql, id: number, { at, userId }: { readonly at: Date; readonly userId: number | null }) =>
  first(tx.run(setDeleted, [id, at, userId]));

/** Adds the message that a stored message quotes; false when it has one. */
export const setMessageQuote = async (tx: Sql, id: number, quotedId: number): Promise<boolean> =>
  (await first(tx.run(setQuote, [id, quotedId]))) !== null;

/** Stores the transcription of a message; null when it has a transcription already or was deleted. */
export const setMessageTranscription = (tx: Sql, id: number, text: string) => first(tx.run(setTranscription, [id, text]));
