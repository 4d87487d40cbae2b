import type { Ack, MessageType, ProviderError, HistoryCondition } from "@balcao/domain/messages";
import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { containsText, literal, type AskSearch } from "../search/index.js";
import { first, statement, type Sql } from "../sql/index.js";
import { historyColumns, seenMessages, type RecordedRow } from "./messageHistory.js";

/**
 * A message with everything that its view shows: author, user, file, quoted message and state of
 * sending.
 */
export interface MessageRow extends RecordedRow {
  readonly id: number;
  readonly ticketId: number;
  readonly connectionId: number | null;
  readonly externalId: string | null;
  readonly fromMe: boolean;
  readonly type: MessageType;
  readonly body: string;
  readonly ack: Ack;
  /** Ours, or read here: the ticket's read marker is at or after it. */
  readonly read: boolean;
  readonly isForwarded: boolean;
  readonly isEdited: boolean;
  readonly previousBody: string | null;
  /** Its last edit could not be decrypted; the text is the previous one. */
  readonly editUnreadable: boolean;
  readonly isDeleted: boolean;
  readonly error: ProviderError | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly sentAt: Date;
  readonly inboundEventId: number | null;
  /** The contact who wrote it; in groups the participant. */
  readonly contactId: number | null;
  readonly contactName: string | null;
  readonly userName: string | null;
  readonly mediaState: "pending" | "ready" | "failed" | null;
  readonly media: Readonly<Record<string, unknown>> | null;
  readonly downloadAttempts: number;
  readonly fileId: string | null;
  readonly fileMime: string | null;
  readonly fileCodec: string | null;
  readonly fileName: string | null;
  readonly fileExtension: string | null;
  readonly fileSize: number | null;
  readonly fileWidth: number | null;
  readonly fileHeight: number | null;
  readonly fileSeconds: number | null;
  readonly quotedId: number | null;
  readonly quotedQueueId: number | null;
  readonly quotedOwnerId: number | null;
  readonly quotedUserId: number | null;
  readonly quotedIsRecovered: boolean | null;
  readonly quotedBody: string | null;
  readonly quotedFromMe: boolean | null;
  readonly quotedType: MessageType | null;
  readonly quotedIsDeleted: boolean | null;
  readonly quotedContactId: number | null;
  readonly quotedContactName: string | null;
  readonly quotedFileName: string | null;
  /** The words in its sound by an AI server. */
  readonly transcription: string | null;
  /** By address key of the person, `me` for our side; a null emoji is a removed reaction. */
  readonly reactions: Readonly<Record<string, { readonly emoji: string | null; readonly userId?: number | null }>> | null;
  /** The names of those who reacted, by the same keys; null where nothing is known of somebody. */
  readonly reactors: Readonly<Record<string, string | null>> | null;
  readonly sending: "queued" | "handed" | "sent" | "failed" | "unknown" | "cancelled" | null;
  readonly clientKey: string | null;
}

// Phones are the same on all connections, whose number is 0.
const REACTORS = `CASE WHEN m.reactions IS NOT NULL THEN (
    SELECT jsonb_object_agg(r.key, coalesce(rc.name, ru.name)) FROM jsonb_each(m.reactions) r
    LEFT JOIN contact_address ra ON ra.kind = split_part(r.key, ':', 1) AND ra.value = split_part(r.key, ':', 2)
      AND ra.connection_id = CASE WHEN split_part(r.key, ':', 1) = 'phone' THEN 0 ELSE m.connection_id END
    LEFT JOIN contact rc ON rc.id = ra.contact_id
    LEFT JOIN user_account ru ON ru.id = (r.value ->> 'userId')::int) END`;

const COLUMNS = `m.id, m.ticket_id AS "ticketId", m.connection_id AS "connectionId", ${historyColumns("m")}, m.external_id AS "externalId", m.from_me AS "fromMe",
  m.type, m.body, m.ack, (m.from_me OR m.id <= t.read_message_id) AS read, m.is_forwarded AS "isForwarded", m.is_edited AS "isEdited",
  m.previous_body AS "previousBody", m.edit_unreadable AS "editUnreadable", m.is_deleted AS "isDeleted", m.error, m.details, m.sent_at AS "sentAt", m.inbound_event_id AS "inboundEventId",
  m.contact_id AS "contactId", c.name AS "contactName", u.name AS "userName",
  m.media_state AS "mediaState", m.media, m.download_attempts AS "downloadAttempts", m.file_id AS "fileId",
  f.mime AS "fileMime", f.codec AS "fileCodec", f.original_name AS "fileName", f.extension AS "fileExtension", f.size AS "fileSize", f.width AS "fileWidth", f.height AS "fileHeight", f.seconds AS "fileSeconds",
  m.quoted_id AS "quotedId", q.queue_id AS "quotedQueueId", q.owner_id AS "quotedOwnerId", q.user_id AS "quotedUserId", (q.id <= t.recovered_message_id) AS "quotedIsRecovered", q.body AS "quotedBody", q.from_me AS "quotedFromMe", q.type AS "quotedType", q.is_deleted AS "quotedIsDeleted", q.contact_id AS "quotedContactId", qc.name AS "quotedContactName", coalesce(q.media ->> 'fileName', qf.original_name) AS "quotedFileName",
  m.transcription, m.reactions, ${REACTORS} AS reactors, o.state AS sending, coalesce(m.client_key, o.client_key) AS "clientKey"`;

/**
 * Selects the rows of an ordered array of ids, in its order. An array makes the planner look each
 * id up; a page's `ticket` is looked up once.
 */
const messageRowsOf = (
  ids: string,
  ticket = "m.ticket_id",
): string => `SELECT ${COLUMNS} FROM unnest(${ids}) WITH ORDINALITY AS page(id, place)
  JOIN message m ON m.id = page.id
  JOIN ticket t ON t.id = ${ticket}
  LEFT JOIN contact c ON c.id = m.contact_id
  LEFT JOIN user_account u ON u.id = m.user_id
  LEFT JOIN file f ON f.id = m.file_id
  LEFT JOIN message q ON q.id = m.quoted_id
  LEFT JOIN contact qc ON qc.id = q.contact_id
  LEFT JOIN file qf ON qf.id = q.file_id
  LEFT JOIN outbox o ON o.message_id = m.id
  ORDER BY page.place`;

/**
 * The rows that pages are taken from. The rule of the history filters inside this query, so
 * that pages are full and paging stays correct.
 */
const historyOf = (from: string): string => `SELECT m.sent_at, m.id FROM ${from} AND m.ticket_id = $1`;
const PLACE = "(SELECT sent_at, id FROM message WHERE id = $2 AND ticket_id = $1)";

const olderOf = (from: string): string =>
  `${historyOf(from)} AND (m.sent_at, m.id) < ($2::timestamptz, $3::bigint) ORDER BY m.sent_at DESC, m.id DESC LIMIT $4::int OFFSET $5::int`;
const beforeOf = (from: string): string =>
  `${historyOf(from)} AND (m.sent_at, m.id) < ${PLACE} ORDER BY m.sent_at DESC, m.id DESC LIMIT $3::int`;
const afterOf = (from: string): string => `${historyOf(from)} AND (m.sent_at, m.id) > ${PLACE} ORDER BY m.sent_at, m.id LIMIT $3::int`;
const upToOf = (from: string): string =>
  `${historyOf(from)} AND (m.sent_at, m.id) <= ${PLACE} ORDER BY m.sent_at DESC, m.id DESC LIMIT $4::int`;
const aroundOf = (from: string): string => `(${afterOf(from)}) UNION ALL (${upToOf(from)}) ORDER BY sent_at DESC, id DESC`;

const idsOf = (keys: string): string => `ARRAY(SELECT id FROM (${keys}) AS keys)`;

interface MessageKey {
  readonly sentAt: Date;
  readonly id: number;
}

/**
 * A way to cut a page, prepared for whoever sees the whole history. `binds` is how many values it
 * takes itself.
 */
function cut<T extends object>(name: string, binds: number, toText: (from: string) => string) {
  const whole = statement<T>(name, toText(seenMessages({ op: "always" }, binds + 1).from));
  return (sql: Sql, history: HistoryCondition, values: readonly unknown[]): Promise<T[]> => {
    if (history.op === "always") return sql.run(whole, values);
    const seen = seenMessages(history, binds + 1);
    return sql.ask<T>(toText(seen.from), [...values, ...seen.values]);
  };
}

const olderRows = cut<MessageRow>("message_page", 5, (from) => messageRowsOf(idsOf(olderOf(from)), "$1"));
const olderKey = cut<MessageKey>("message_page_key", 5, (from) => `SELECT sent_at AS "sentAt", id FROM (${olderOf(from)}) AS keys`);
const beforeRows = cut<MessageRow>("message_page_before", 3, (from) => messageRowsOf(idsOf(beforeOf(from)), "$1"));
const afterRows = cut<MessageRow>("message_page_after", 3, (from) => messageRowsOf(idsOf(afterOf(from)), "$1"));
const aroundRows = cut<MessageRow>("message_page_around", 4, (from) => messageRowsOf(idsOf(aroundOf(from)), "$1"));
const byIds = statement<MessageRow>("message_rows", messageRowsOf("$1::bigint[]"));

/**
 * Where a page begins: at an offset from the newest message, or just before or after a message of
 * the ticket.
 */
export type MessagePlace = { readonly offset: number } | { readonly beforeId: number } | { readonly afterId: number };

interface MessagePageQuery {
  readonly ticketId: number;
  readonly limit: number;
  /** Which of them the person sees. */
  readonly history: HistoryCondition;
}

/**
 * Lists a page of the messages of a ticket that the person sees, newest first by time of sending;
 * `afterId` gives those that follow it directly. A message of another ticket has nothing before or
 * after it.
 */
export async function listMessagePage(
  sql: Sql,
  { ticketId, limit, history, ...place }: MessagePageQuery & MessagePlace,
): Promise<MessageRow[]> {
  if ("beforeId" in place) return beforeRows(sql, history, [ticketId, place.beforeId, limit]);
  if ("afterId" in place) return (await afterRows(sql, history, [ticketId, place.afterId, limit])).reverse();
  const older = (from: MessageKey | null, rows: number, offset: number) => [
    ticketId,
    from?.sentAt ?? "infinity",
    from?.id ?? 0,
    rows,
    offset,
  ];
  const start = await walkToOffset<MessageKey>({ key: null, offset: place.offset }, (from) =>
    first(olderKey(sql, history, older(from, 1, MAX_OFFSET - 1))),
  );
  return start === null ? [] : olderRows(sql, history, older(start.key, limit, start.offset));
}

interface MessagesAroundQuery {
  readonly ticketId: number;
  readonly messageId: number;
  readonly newer: number;
  readonly older: number;
  /** Which messages of the ticket the person sees. */
  readonly history: HistoryCondition;
}

/**
 * Lists a message of the ticket with at most `newer` messages after it and `older` before it, newest
 * first, of those that the person sees. Without the message itself when the ticket has none such or
 * the person does not see it.
 */
export const listMessagesAround = (sql: Sql, { ticketId, messageId, newer, older, history }: MessagesAroundQuery): Promise<MessageRow[]> =>
  aroundRows(sql, history, [ticketId, messageId, newer, older + 1]);

/** Returns the existing messages of these ids, in the order of the ids. */
export const getMessageRows = (sql: Sql, ids: readonly number[]): Promise<MessageRow[]> => sql.run(byIds, [ids]);

/** A search within a ticket answers this many messages at most. */
const MAX_FOUND_MESSAGES = 100;

interface MessageSearch {
  readonly ticketId: number;
  readonly text: string;
  /** Which of the ticket's messages the person sees. */
  readonly history: HistoryCondition;
}

/** The newest messages of a ticket whose text contains what a person typed; null when the time was not enough. */
export async function searchMessageIds(ask: AskSearch, { ticketId, text, history }: MessageSearch): Promise<number[] | null> {
  const seen = seenMessages(history, 1);
  const rows = await ask<{ readonly id: number }>(
    `SELECT m.id FROM ${seen.from} AND m.ticket_id = ${literal(ticketId)} AND NOT m.is_deleted AND ${containsText("m.search", text)}
     ORDER BY m.sent_at DESC, m.id DESC LIMIT ${MAX_FOUND_MESSAGES}`,
    seen.values,
  );
  return rows?.map(({ id }) => id) ?? null;
}
