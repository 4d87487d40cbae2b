import type { Ack, MessageType, ProviderError } from "@balcao/domain/messaging";
import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { first, statement, type Sql } from "../sql/index.js";

/** A message with all that its view shows: author, person of ours, file, quoted message and how its sending stands. */
export interface MessageRow {
  readonly id: number;
  readonly ticketId: number;
  readonly connectionId: number | null;
  readonly queueId: number | null;
  readonly externalId: string | null;
  readonly fromMe: boolean;
  readonly type: MessageType;
  readonly body: string;
  readonly ack: Ack;
  /** Ours, or seen by whoever answers: the ticket's read marker has passed it. */
  readonly read: boolean;
  readonly isForwarded: boolean;
  readonly isEdited: boolean;
  readonly previousBody: string | null;
  /** Its last edit could not be read; the text is the one before it. */
  readonly editUnreadable: boolean;
  readonly isDeleted: boolean;
  readonly error: ProviderError | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly sentAt: Date;
  readonly inboundEventId: number | null;
  /** The contact who wrote it; in groups the participant. */
  readonly contactId: number | null;
  readonly contactName: string | null;
  /** The person of ours who wrote it. */
  readonly userId: number | null;
  readonly userName: string | null;
  readonly mediaState: "pending" | "ready" | "failed" | null;
  readonly media: Readonly<Record<string, unknown>> | null;
  readonly downloadAttempts: number;
  readonly fileId: string | null;
  readonly fileMime: string | null;
  readonly fileName: string | null;
  readonly fileExtension: string | null;
  readonly fileSize: number | null;
  readonly fileWidth: number | null;
  readonly fileHeight: number | null;
  readonly fileSeconds: number | null;
  readonly quotedId: number | null;
  readonly quotedBody: string | null;
  readonly quotedFromMe: boolean | null;
  readonly quotedType: MessageType | null;
  readonly quotedIsDeleted: boolean | null;
  readonly quotedContactId: number | null;
  readonly quotedContactName: string | null;
  /** By address key of who reacted, `me` for our side; a null emoji was taken back. */
  readonly reactions: Readonly<Record<string, { readonly emoji: string | null }>> | null;
  readonly sending: "queued" | "handed" | "sent" | "failed" | "unknown" | "cancelled" | null;
  readonly clientKey: string | null;
}

const COLUMNS = `m.id, m.ticket_id AS "ticketId", m.connection_id AS "connectionId", m.queue_id AS "queueId", m.external_id AS "externalId", m.from_me AS "fromMe",
  m.type, m.body, m.ack, (m.from_me OR m.id <= t.read_message_id) AS read, m.is_forwarded AS "isForwarded", m.is_edited AS "isEdited",
  m.previous_body AS "previousBody", m.edit_unreadable AS "editUnreadable", m.is_deleted AS "isDeleted", m.error, m.details, m.sent_at AS "sentAt", m.inbound_event_id AS "inboundEventId",
  m.contact_id AS "contactId", c.name AS "contactName", m.user_id AS "userId", u.name AS "userName",
  m.media_state AS "mediaState", m.media, m.download_attempts AS "downloadAttempts", m.file_id AS "fileId",
  f.mime AS "fileMime", f.original_name AS "fileName", f.extension AS "fileExtension", f.size AS "fileSize", f.width AS "fileWidth", f.height AS "fileHeight", f.seconds AS "fileSeconds",
  m.quoted_id AS "quotedId", q.body AS "quotedBody", q.from_me AS "quotedFromMe", q.type AS "quotedType", q.is_deleted AS "quotedIsDeleted", q.contact_id AS "quotedContactId", qc.name AS "quotedContactName",
  m.reactions, o.state AS sending, o.client_key AS "clientKey"`;

/** The rows of an ordered array of ids, in its order; an array, so that the plan looks each id up. */
const messageRowsOf = (ids: string): string => `SELECT ${COLUMNS} FROM unnest(${ids}) WITH ORDINALITY AS page(id, place)
  JOIN message m ON m.id = page.id
  JOIN ticket t ON t.id = m.ticket_id
  LEFT JOIN contact c ON c.id = m.contact_id
  LEFT JOIN user_account u ON u.id = m.user_id
  LEFT JOIN file f ON f.id = m.file_id
  LEFT JOIN message q ON q.id = m.quoted_id
  LEFT JOIN contact qc ON qc.id = q.contact_id
  LEFT JOIN outbox o ON o.message_id = m.id
  ORDER BY page.place`;

/** What a page is cut from. Rules about which part of a history a person sees (D-078) belong here, inside: a page is full then, and its paging right. */
const HISTORY = `SELECT sent_at, id FROM message WHERE ticket_id = $1`;
const OLDER = `${HISTORY} AND (sent_at, id) < ($2::timestamptz, $3::bigint) ORDER BY sent_at DESC, id DESC LIMIT $4::int OFFSET $5::int`;
const OLDER_THAN = `${HISTORY} AND (sent_at, id) < (SELECT sent_at, id FROM message WHERE id = $2 AND ticket_id = $1) ORDER BY sent_at DESC, id DESC LIMIT $3::int`;
const NEWER_THAN = `${HISTORY} AND (sent_at, id) > (SELECT sent_at, id FROM message WHERE id = $2 AND ticket_id = $1) ORDER BY sent_at, id LIMIT $3::int`;

const idsOf = (keys: string): string => `ARRAY(SELECT id FROM (${keys}) AS keys)`;

interface MessageKey {
  readonly sentAt: Date;
  readonly id: number;
}

const olderRows = statement<MessageRow>("message_page", messageRowsOf(idsOf(OLDER)));
const olderKey = statement<MessageKey>("message_page_key", `SELECT sent_at AS "sentAt", id FROM (${OLDER}) AS keys`);
const beforeRows = statement<MessageRow>("message_page_before", messageRowsOf(idsOf(OLDER_THAN)));
const afterRows = statement<MessageRow>("message_page_after", messageRowsOf(idsOf(NEWER_THAN)));
const byIds = statement<MessageRow>("message_rows", messageRowsOf("$1::bigint[]"));

/** Where a page begins: so many messages from the newest, or just before or just after a message of the ticket. */
export type MessagePlace = { readonly offset: number } | { readonly beforeId: number } | { readonly afterId: number };

/**
 * A page of a ticket's messages, newest first by the time they were said. A message that the ticket does not have has nothing before
 * or after it. After a message come those that follow it directly.
 */
export async function listMessagePage(
  sql: Sql,
  { ticketId, limit, ...place }: { readonly ticketId: number; readonly limit: number } & MessagePlace,
): Promise<MessageRow[]> {
  if ("beforeId" in place) return sql.run(beforeRows, [ticketId, place.beforeId, limit]);
  if ("afterId" in place) return (await sql.run(afterRows, [ticketId, place.afterId, limit])).reverse();
  const older = (from: MessageKey | null, rows: number, offset: number) => [
    ticketId,
    from?.sentAt ?? "infinity",
    from?.id ?? 0,
    rows,
    offset,
  ];
  const start = await walkToOffset<MessageKey>({ key: null, offset: place.offset }, (from) =>
    first(sql.run(olderKey, older(from, 1, MAX_OFFSET - 1))),
  );
  return start === null ? [] : sql.run(olderRows, older(start.key, limit, start.offset));
}

/** The messages of these ids that exist, in the order of the ids. */
export const getMessageRows = (sql: Sql, ids: readonly number[]): Promise<MessageRow[]> => sql.run(byIds, [ids]);
