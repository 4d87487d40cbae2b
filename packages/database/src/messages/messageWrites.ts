import { first, statement, type Sql } from "../sql/index.js";

export interface MessageDraft {
  readonly ticketId: number;
  readonly connectionId: number | null;
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
  readonly externalId: string | null;
  readonly contactId: number | null;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly type: string;
  readonly body: string;
  readonly ack: number;
  readonly quotedId: number | null;
  readonly isForwarded: boolean;
  readonly details: unknown;
  readonly fileId: string | null;
  readonly mediaState: "pending" | "ready" | "failed" | null;
  readonly media: unknown;
  readonly inboundEventId: number | null;
  readonly sentAt: Date;
}

const insertRow = statement<{ id: number }>(
  "message_insert",
  `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, contact_id, user_id, queue_id, type, body, ack, quoted_id, is_forwarded, details, file_id, media_state, media, inbound_event_id, sent_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
   ON CONFLICT (connection_id, chat, author, from_me, external_id) DO NOTHING RETURNING id`,
);
const idByExternal = statement<{ id: number; ticketId: number }>(
  "message_by_external",
  `SELECT id, ticket_id AS "ticketId" FROM message WHERE connection_id = $1 AND external_id = $2 AND chat = ANY($3::text[]) AND ($4::boolean IS NULL OR from_me = $4) ORDER BY id LIMIT 1`,
);
const idOfContact = statement<{ id: number; ticketId: number }>(
  "message_by_contact",
  `SELECT m.id, m.ticket_id AS "ticketId" FROM message m JOIN ticket t ON t.id = m.ticket_id
   WHERE m.connection_id = $1 AND m.external_id = $2 AND t.contact_id = $3 AND ($4::boolean IS NULL OR m.from_me = $4) ORDER BY m.id LIMIT 1`,
);
const raiseAcks = statement<{ id: number; ticketId: number }>(
  "message_raise_acks",
  `UPDATE message SET ack = CASE WHEN $3 = -1 THEN -1 ELSE $3 END, error = CASE WHEN $3 = -1 THEN $4::jsonb WHEN media_state = 'failed' THEN error END
   WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND from_me AND (($3 = -1 AND ack IN (0, 1)) OR ($3 > ack))
   RETURNING id, ticket_id AS "ticketId"`,
);
const knownExternal = statement<{ externalId: string }>(
  "message_known",
  `SELECT external_id AS "externalId" FROM message WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND from_me`,
);
// Edits of one message may arrive in any order: one that was made before the last known one changes nothing.
const setEdited = statement<{ id: number; ticketId: number }>(
  "message_edit",
  `UPDATE message SET previous_body = CASE WHEN body = $2 THEN previous_body ELSE body END, body = $2, is_edited = is_edited OR body <> $2, edit_unreadable = false, edited_at = $3
   WHERE id = $1 AND NOT is_deleted AND (edited_at IS NULL OR edited_at < $3 OR (edited_at = $3 AND body <> $2))
   RETURNING id, ticket_id AS "ticketId"`,
);
const setDeleted = statement<{ id: number; ticketId: number }>(
  "message_delete",
  `UPDATE message SET is_deleted = true WHERE id = $1 AND NOT is_deleted RETURNING id, ticket_id AS "ticketId"`,
);
const setMedia = statement<{ id: number; ticketId: number }>(
  "message_media",
  `UPDATE message SET file_id = coalesce($2, file_id), media_state = $3, error = coalesce($4::jsonb, error), download_attempts = $5, media = coalesce(media, '{}'::jsonb) - 'source' || coalesce($6::jsonb, '{}'::jsonb)
   WHERE id = $1 RETURNING id, ticket_id AS "ticketId"`,
);
const lastInboundRefs = statement<{ externalId: string; chat: string; author: string }>(
  "message_unread_refs",
  `SELECT external_id AS "externalId", chat, author FROM message WHERE ticket_id = $1 AND id > $2 AND id <= $3 AND NOT from_me AND external_id IS NOT NULL ORDER BY id DESC LIMIT 50`,
);
const readUpTo = statement<{ id: number | null }>(
  "message_read_up_to",
  `SELECT coalesce(
     (SELECT max(id) FROM message WHERE connection_id = $2 AND external_id = ANY($3::text[]) AND ticket_id = $1 AND NOT from_me),
     (SELECT max(id) FROM message WHERE ticket_id = $1 AND id > $5 AND NOT from_me AND sent_at <= $4)) AS id`,
);
const receivedBetween = statement<{ id: number }>(
  "message_received_between",
  `SELECT id FROM message WHERE ticket_id = $1 AND id > $2 AND id <= $3 AND NOT from_me ORDER BY id`,
);
const lastInbound = statement<{ at: Date }>(
  "message_last_inbound",
  `SELECT said.at FROM ticket t CROSS JOIN LATERAL (
     SELECT m.sent_at AS at FROM message m WHERE m.ticket_id = t.id AND NOT m.from_me AND m.connection_id = $2 ORDER BY m.sent_at DESC LIMIT 1
   ) said WHERE t.contact_id = $1 AND t.connection_id = $2 ORDER BY said.at DESC LIMIT 1`,
);
const newestId = statement<{ id: number }>("message_newest", `SELECT id FROM message WHERE ticket_id = $1 ORDER BY id DESC LIMIT 1`);

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

/** Stores a message, or answers null when this very message (connection, chat, author, direction, id) is stored already (P-1). */
export async function insertMessage(tx: Sql, draft: MessageDraft): Promise<number | null> {
  const row = await first(
    tx.run(insertRow, [
      draft.ticketId,
      draft.connectionId,
      draft.chat,
      draft.author,
      draft.fromMe,
      draft.externalId,
      draft.contactId,
      draft.userId,
      draft.queueId,
      draft.type,
      draft.body,
      draft.ack,
      draft.quotedId,
      draft.isForwarded,
      json(draft.details),
      draft.fileId,
      draft.mediaState,
      json(draft.media),
      draft.inboundEventId,
      draft.sentAt,
    ]),
  );
  return row?.id ?? null;
}

const setContent = statement<{ id: number; ticketId: number }>(
  "message_content",
  `UPDATE message SET type = $2, body = CASE WHEN is_edited OR is_deleted THEN body ELSE $3 END, details = coalesce($4::jsonb, details),
     media = coalesce($5::jsonb, media), media_state = CASE WHEN file_id IS NULL THEN $6 ELSE media_state END, error = CASE WHEN from_me THEN error END
   WHERE id = $1 RETURNING id, ticket_id AS "ticketId"`,
);

/** What a message says, read anew; an edit, a deletion and a file that is here already stay. */
export const setMessageContent = (tx: Sql, id: number, draft: Pick<MessageDraft, "type" | "body" | "details" | "media" | "mediaState">) =>
  first(tx.run(setContent, [id, draft.type, draft.body, json(draft.details), json(draft.media), draft.mediaState]));

/** The message that a provider's id names in a conversation; `chats` holds the conversation's known spellings. */
export const findMessage = (tx: Sql, connectionId: number, externalId: string, chats: readonly string[], fromMe: boolean | null) =>
  first(tx.run(idByExternal, [connectionId, externalId, chats, fromMe]));

/** The message that a provider's id names in any of a contact's tickets, whatever its conversation was called when it was stored. */
export const findMessageOfContact = (tx: Sql, connectionId: number, externalId: string, contactId: number, fromMe: boolean | null) =>
  first(tx.run(idOfContact, [connectionId, externalId, contactId, fromMe]));

/** Raises acks; what would go back changes nothing. A message that arrived has failed no more, whatever was believed of its sending. Answers the messages that changed. */
export const raiseMessageAcks = (tx: Sql, connectionId: number, externalIds: readonly string[], ack: number, error: unknown) =>
  tx.run(raiseAcks, [connectionId, externalIds, ack, json(error)]);

/** Which of these ids are messages of ours. */
export async function listKnownSends(tx: Sql, connectionId: number, externalIds: readonly string[]): Promise<string[]> {
  return (await tx.run(knownExternal, [connectionId, externalIds])).map(({ externalId }) => externalId);
}

/** Replaces a message's text by that of an edit made at `at`; null when a later edit is known, when nothing would change, or when it was revoked. */
export const setMessageEdited = (tx: Sql, id: number, body: string, at: Date) => first(tx.run(setEdited, [id, body, at]));
export const setMessageDeleted = (tx: Sql, id: number) => first(tx.run(setDeleted, [id]));

export interface MediaProgress {
  readonly fileId: string | null;
  readonly state: "pending" | "ready" | "failed";
  readonly error: unknown;
  readonly attempts: number;
  readonly facts: unknown;
}

export const setMessageMedia = (tx: Sql, id: number, progress: MediaProgress) =>
  first(tx.run(setMedia, [id, progress.fileId, progress.state, json(progress.error), progress.attempts, json(progress.facts)]));

/** Received messages between two read markers, for read receipts. */
export const listUnreadRefs = (tx: Sql, ticketId: number, afterId: number, upToId: number) =>
  tx.run(lastInboundRefs, [ticketId, afterId, upToId]);

export interface Reading {
  readonly at: Date;
  /** The messages that were read, as far as the provider names them. */
  readonly externalIds: readonly string[];
}

/**
 * The last message of a ticket that a reading covers: of the named ones, or where none of them is known, the last one after the read marker
 * that had been said by then. Null when there is none.
 */
export async function getReadMessageId(
  tx: Sql,
  connectionId: number,
  ticket: { readonly id: number; readonly readMessageId: number },
  { at, externalIds }: Reading,
): Promise<number | null> {
  return (await first(tx.run(readUpTo, [ticket.id, connectionId, externalIds, at, ticket.readMessageId])))?.id ?? null;
}

/** Ids of the received messages after one marker and up to another, in order. */
export async function listReceivedIds(tx: Sql, ticketId: number, afterId: number, upToId: number): Promise<number[]> {
  return (await tx.run(receivedBetween, [ticketId, afterId, upToId])).map(({ id }) => id);
}

/** When a contact last wrote on a connection, in whichever ticket; null when never. */
export async function getLastInboundAt(sql: Sql, contactId: number, connectionId: number): Promise<Date | null> {
  return (await first(sql.run(lastInbound, [contactId, connectionId])))?.at ?? null;
}

export async function getNewestMessageId(tx: Sql, ticketId: number): Promise<number> {
  return (await first(tx.run(newestId, [ticketId])))?.id ?? 0;
}
