import { containsText, literal, type AskSearch } from "../search/index.js";
import { statement, type Sql } from "../sql/index.js";

/** A message with its file and the message that it answers. */
export interface ChatMessageRow {
  readonly id: number;
  readonly chatId: number;
  readonly senderId: number;
  readonly type: "chat" | "image" | "audio" | "video" | "document" | "location" | "vcard";
  readonly body: string;
  readonly previousBody: string | null;
  readonly isDeleted: boolean;
  readonly isVoice: boolean;
  readonly clientKey: string | null;
  readonly createdAt: Date;
  readonly fileId: string | null;
  readonly fileMime: string | null;
  readonly fileName: string | null;
  readonly fileSize: number | null;
  readonly fileWidth: number | null;
  readonly fileHeight: number | null;
  readonly fileSeconds: number | null;
  readonly quotedId: number | null;
  readonly quotedBody: string | null;
  readonly quotedSenderId: number | null;
  readonly quotedType: ChatMessageRow["type"] | null;
}

const rowsOf = (
  ids: string,
): string => `SELECT m.id, m.chat_id AS "chatId", m.sender_id AS "senderId", m.type, m.body, m.previous_body AS "previousBody",
    m.is_deleted AS "isDeleted", m.is_voice AS "isVoice", m.client_key AS "clientKey", m.created_at AS "createdAt",
    m.file_id AS "fileId", f.mime AS "fileMime", f.original_name AS "fileName", f.size AS "fileSize", f.width AS "fileWidth", f.height AS "fileHeight", f.seconds AS "fileSeconds",
    q.id AS "quotedId", q.body AS "quotedBody", q.sender_id AS "quotedSenderId", q.type AS "quotedType"
  FROM unnest(${ids}) WITH ORDINALITY AS page(id, place) JOIN chat_message m ON m.id = page.id
  LEFT JOIN file f ON f.id = m.file_id LEFT JOIN chat_message q ON q.id = m.quoted_id ORDER BY page.place`;

// Where a company has few chats, the planner expects so many messages of each that it walks through those of all. The range adds no
// condition, but the planner expects fewer rows, so it walks through the index of the chat.
const ofChat = "chat_id = $1 AND chat_id BETWEEN $1 AND $1";
// Ids follow the order of the messages, because a chat is locked while one is inserted.
const olderIds = `SELECT id FROM chat_message WHERE ${ofChat} AND id < $2 ORDER BY id DESC LIMIT $3`;
const newerIds = `SELECT id FROM chat_message WHERE ${ofChat} AND id > $2 ORDER BY id LIMIT $3`;

const byIds = statement<ChatMessageRow>("chat_message_rows", rowsOf("$1::bigint[]"));
const older = statement<ChatMessageRow>("chat_message_older", rowsOf(`ARRAY(${olderIds} OFFSET $4)`));
const newer = statement<ChatMessageRow>("chat_message_newer", rowsOf(`ARRAY(SELECT id FROM (${newerIds}) AS found ORDER BY id DESC)`));
const readers = statement<{ userId: number; readAt: Date | null }>(
  "chat_message_readers",
  `SELECT p.user_id AS "userId", (SELECT min(r.read_at) FROM chat_read r WHERE r.chat_id = m.chat_id AND r.user_id = p.user_id AND r.message_id >= m.id) AS "readAt"
   FROM chat_message m JOIN chat_participant p ON p.chat_id = m.chat_id AND p.user_id <> m.sender_id WHERE m.id = $1 ORDER BY "readAt" NULLS LAST, p.user_id`,
);

const NEWEST = Number.MAX_SAFE_INTEGER;

/** The existing messages of these ids, in the order of the ids. */
export const getChatMessageRows = (sql: Sql, ids: readonly number[]): Promise<ChatMessageRow[]> => sql.run(byIds, [ids]);

/** Where a page begins: at an offset from the newest message, or just before or after a message. */
type ChatMessagePlace = { readonly offset: number } | { readonly beforeId: number } | { readonly afterId: number };

/** A page of a chat's messages, newest first; `afterId` gives those that follow it directly. */
export function listChatMessagePage(
  sql: Sql,
  { chatId, limit, ...place }: { readonly chatId: number; readonly limit: number } & ChatMessagePlace,
): Promise<ChatMessageRow[]> {
  if ("afterId" in place) return sql.run(newer, [chatId, place.afterId, limit]);
  if ("beforeId" in place) return sql.run(older, [chatId, place.beforeId, limit, 0]);
  return sql.run(older, [chatId, NEWEST, limit, place.offset]);
}

/** Every participant but the sender, and when they read a message; those who have read it come first. */
export const listChatReaders = (sql: Sql, messageId: number) => sql.run(readers, [messageId]);

/** The newest 100 messages of a chat that contain a text; null when the time was not enough. */
export async function searchChatMessageIds(ask: AskSearch, chatId: number, text: string): Promise<number[] | null> {
  const rows = await ask<{ readonly id: number }>(
    `SELECT id FROM chat_message WHERE chat_id = ${literal(chatId)} AND NOT is_deleted AND type <> 'location'
       AND ${containsText("search_norm(body)", text)} ORDER BY id DESC LIMIT 100`,
  );
  return rows?.map(({ id }) => id) ?? null;
}
