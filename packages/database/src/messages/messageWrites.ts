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
  /** Queue and owner of the ticket when the message is recorded. */
  readonly queueId: number | null;
  readonly ownerId: number | null;
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
  /** The run of a mass or scheduled message. */
  readonly sendRunId?: number | null;
  /** The key that the author's browser gave it, unique among the author's messages. */
  readonly clientKey?: string | null;
}

const COLUMNS = `ticket_id, connection_id, chat, author, from_me, external_id, contact_id, user_id, queue_id, owner_id, type, body, ack, quoted_id, is_forwarded, details, file_id, media_state, media, inbound_event_id, sent_at, send_run_id, client_key`;
const VALUES = COLUMNS.split(", ")
  .map((_, at) => `$${at + 1}`)
  .join(", ");
const UNLESS_STORED = "ON CONFLICT (connection_id, chat, author, from_me, external_id) DO NOTHING RETURNING id";

/** Inserts a message of `messageValues`, unless it is stored already, and returns its id. */
export const INSERT_MESSAGE = `INSERT INTO message (${COLUMNS}) VALUES (${VALUES}) ${UNLESS_STORED}`;
// The network may deliver a message under each spelling of an address. The caller has locked the ticket, so what another transaction
// has stored for this contact is seen.
const INSERT_RECEIVED = `INSERT INTO message (${COLUMNS}) SELECT ${VALUES}
   WHERE NOT EXISTS (SELECT FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN ticket here ON here.id = $1 AND here.contact_id = t.contact_id
     WHERE m.connection_id = $2 AND m.external_id = $6 AND m.from_me = $5 AND m.contact_id IS NOT DISTINCT FROM $7)
   ${UNLESS_STORED}`;
const insertRow = statement<{ id: number }>("message_insert", INSERT_RECEIVED);
// The runs that reached the contact before count as answered.
const insertAnswer = statement<{ id: number }>(
  "message_insert_answer",
  `WITH stored AS (${INSERT_RECEIVED}), answered AS (
     UPDATE send_recipient s SET state = 'answered', reason = NULL, changed_at = clock_timestamp() FROM send_run r
     WHERE EXISTS (SELECT FROM stored) AND s.contact_id = $7 AND s.state IN ('sent', 'delivered', 'read', 'unknown')
       AND r.id = s.run_id AND r.connection_id = $2 AND s.handed_at < $21
     RETURNING s.run_id
   ), changed AS (INSERT INTO send_change SELECT run_id FROM answered)
   SELECT id FROM stored`,
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
const knownExternal = statement<{ externalId: string }>(
  "message_known",
  `SELECT external_id AS "externalId" FROM message WHERE connection_id = $1 AND external_id = ANY($2::text[]) AND from_me`,
);
// The failure of a file that is here or awaited again is no longer one. A file that is here stays when another one cannot be had, and
// when a smaller one comes.
const setMedia = statement<{ id: number; ticketId: number }>(
  "message_media",
  `UPDATE message SET file_id = coalesce($2, file_id), media_state = $3, error = CASE WHEN media_state = 'failed' THEN $4::jsonb ELSE coalesce($4::jsonb, error) END, download_attempts = $5, media = coalesce(media, '{}'::jsonb) - 'source' || coalesce($6::jsonb, '{}'::jsonb)
   WHERE id = $1 AND NOT (media_state = 'ready' AND file_id IS NOT NULL
     AND ($3 = 'failed' OR $3 = 'ready' AND coalesce(media, '{}'::jsonb) ? 'better' AND NOT coalesce($6::jsonb, '{}'::jsonb) ? 'better'))
   RETURNING id, ticket_id AS "ticketId"`,
);
// `files` says which of a message's two files have come: a message without it has the smaller one, or only one there ever is.
const joinRow = statement<{ id: number }>(
  "message_join_files",
  `UPDATE message SET details = coalesce(details, '{}'::jsonb) || '{"files":"both"}', body = CASE WHEN body = '' AND NOT is_edited THEN $3 ELSE body END
   WHERE id = $1 AND NOT is_deleted AND coalesce(details->>'files', 'smaller') = CASE WHEN $2::boolean THEN 'smaller' ELSE 'better' END RETURNING id`,
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

/**
 * Stores a message. Returns its id, or null when this message (connection, contact, author, direction,
 * id) is stored already, under whatever spelling of the contact's address. The caller has locked the ticket.
 */
export const insertMessage = (tx: Sql, draft: MessageDraft) => insertDraft(tx, insertRow, draft);

/** Stores a message of a contact like `insertMessage`: the runs that reached it before on the connection count as answered. */
export const insertContactMessage = (tx: Sql, draft: MessageDraft) => insertDraft(tx, insertAnswer, draft);

async function insertDraft(tx: Sql, insert: typeof insertRow, draft: MessageDraft): Promise<number | null> {
  return (await first(tx.run(insert, messageValues(draft))))?.id ?? null;
}

/** The values of `INSERT_MESSAGE`. */
export function messageValues(draft: MessageDraft): readonly unknown[] {
  return [
    draft.ticketId,
    draft.connectionId,
    draft.chat,
    draft.author,
    draft.fromMe,
    draft.externalId,
    draft.contactId,
    draft.userId,
    draft.queueId,
    draft.ownerId,
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
    draft.sendRunId ?? null,
    draft.clientKey ?? null,
  ];
}

const setContent = statement<{ id: number; ticketId: number }>(
  "message_content",
  `UPDATE message SET type = $2, body = CASE WHEN is_edited OR is_deleted THEN body ELSE $3 END, details = coalesce($4::jsonb, details),
     media = coalesce($5::jsonb, media), media_state = CASE WHEN file_id IS NULL THEN $6 ELSE media_state END, error = CASE WHEN from_me THEN error END
   WHERE id = $1 RETURNING id, ticket_id AS "ticketId"`,
);

/** Stores a message's content again; an edit, a deletion and an existing file stay. */
export const setMessageContent = (tx: Sql, id: number, draft: Pick<MessageDraft, "type" | "body" | "details" | "media" | "mediaState">) =>
  first(tx.run(setContent, [id, draft.type, draft.body, json(draft.details), json(draft.media), draft.mediaState]));

/** The provider's name of a message on a connection. */
interface ProviderMessage {
  readonly connectionId: number;
  readonly externalId: string;
  /** Null when it is not clear who wrote the message. */
  readonly fromMe: boolean | null;
}

/**
 * Finds a message by its provider id in a conversation; `chats` are the spellings of the
 * conversation's address.
 */
export const findMessage = (tx: Sql, { connectionId, externalId, fromMe }: ProviderMessage, chats: readonly string[]) =>
  first(tx.run(idByExternal, [connectionId, externalId, chats, fromMe]));

/**
 * Finds a message by its provider id in any of a contact's tickets, under any spelling of the
 * conversation's address.
 */
export const findMessageOfContact = (tx: Sql, { connectionId, externalId, fromMe }: ProviderMessage, contactId: number) =>
  first(tx.run(idOfContact, [connectionId, externalId, contactId, fromMe]));

/** Returns which of these provider ids are messages of ours. */
export async function listKnownSends(tx: Sql, connectionId: number, externalIds: readonly string[]): Promise<string[]> {
  return (await tx.run(knownExternal, [connectionId, externalIds])).map(({ externalId }) => externalId);
}

export interface MediaProgress {
  readonly fileId: string | null;
  readonly state: "pending" | "ready" | "failed";
  readonly error: unknown;
  readonly attempts: number;
  readonly facts: unknown;
}

/** Stores how far the file of a message is; null when another file of it is here and stays. */
export const setMessageMedia = (tx: Sql, id: number, progress: MediaProgress) =>
  first(tx.run(setMedia, [id, progress.fileId, progress.state, json(progress.error), progress.attempts, json(progress.facts)]));

/**
 * Notes that the other file of a message has come, and its caption where the message has none. False when nothing
 * was missing.
 */
export const joinFiles = async (tx: Sql, id: number, file: { readonly better: boolean; readonly caption: string }): Promise<boolean> =>
  (await first(tx.run(joinRow, [id, file.better, file.caption]))) !== null;

/** Lists received messages between two read markers, for read receipts. */
export const listUnreadRefs = (tx: Sql, ticketId: number, afterId: number, upToId: number) =>
  tx.run(lastInboundRefs, [ticketId, afterId, upToId]);

export interface Reading {
  readonly at: Date;
  /** Provider ids of the messages that were read, if the provider lists them. */
  readonly externalIds: readonly string[];
}

/**
 * Returns the last message of a ticket that a reading covers: of the listed ones, or if none of
 * them is stored, the last one after the read marker that was sent by then. Returns null when there
 * is none.
 */
export async function getReadMessageId(
  tx: Sql,
  connectionId: number,
  ticket: { readonly id: number; readonly readMessageId: number },
  { at, externalIds }: Reading,
): Promise<number | null> {
  return (await first(tx.run(readUpTo, [ticket.id, connectionId, externalIds, at, ticket.readMessageId])))?.id ?? null;
}

/** Returns the ids of received messages after one read marker and up to another, in order. */
export async function listReceivedIds(tx: Sql, ticketId: number, afterId: number, upToId: number): Promise<number[]> {
  return (await tx.run(receivedBetween, [ticketId, afterId, upToId])).map(({ id }) => id);
}

/** Returns when a contact last wrote on a connection, in any ticket; null when never. */
export async function getLastInboundAt(sql: Sql, contactId: number, connectionId: number): Promise<Date | null> {
  return (await first(sql.run(lastInbound, [contactId, connectionId])))?.at ?? null;
}

export async function getNewestMessageId(tx: Sql, ticketId: number): Promise<number> {
  return (await first(tx.run(newestId, [ticketId])))?.id ?? 0;
}
