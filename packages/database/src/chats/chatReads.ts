import { containsText, literal } from "../search/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A chat with its participants, by their ids. */
export interface ChatRow {
  readonly id: number;
  readonly isGroup: boolean;
  readonly groupName: string | null;
  readonly userId: number;
  readonly callingUserId: number | null;
  readonly lastMessage: string;
  readonly lastMessageId: number | null;
  readonly lastSenderId: number | null;
  readonly lastActivity: Date;
  readonly version: number;
  readonly people: readonly { readonly userId: number; readonly unread: number; readonly readMessageId: number | null }[];
}

const COLUMNS = `c.id, c.is_group AS "isGroup", c.group_name AS "groupName", c.user_id AS "userId", c.calling_user_id AS "callingUserId",
  c.last_message AS "lastMessage", c.last_message_id AS "lastMessageId", c.last_sender_id AS "lastSenderId", c.last_activity AS "lastActivity", c.version,
  coalesce((SELECT jsonb_agg(jsonb_build_object('userId', p.user_id, 'unread', p.unread, 'readMessageId', p.read_message_id) ORDER BY p.user_id)
    FROM chat_participant p WHERE p.chat_id = c.id), '[]') AS people`;

const byIds = statement<ChatRow>(
  "chat_rows",
  `SELECT ${COLUMNS} FROM unnest($1::int[]) WITH ORDINALITY AS page(id, place) JOIN chat c ON c.id = page.id ORDER BY page.place`,
);
const ofMessage = statement<{ id: number }>("chat_of_message", `SELECT chat_id AS id FROM chat_message WHERE id = $1`);
const lockOne = statement<{ id: number }>("chat_lock", `SELECT id FROM chat WHERE id = $1 FOR UPDATE`);
const idsOfUser = statement<{ id: number }>(
  "chat_ids_of_user",
  `SELECT chat_id AS id FROM chat_participant WHERE user_id = $1 ORDER BY chat_id`,
);

/** The existing chats of these ids, in the order of the ids. */
export const getChatRowsByIds = (sql: Sql, ids: readonly number[]): Promise<ChatRow[]> => sql.run(byIds, [ids]);

export const getChatRow = (sql: Sql, id: number): Promise<ChatRow | null> => first(sql.run(byIds, [[id]]));

/** The chat of a message; null when there is no such message. */
export async function getChatOfMessage(sql: Sql, messageId: number): Promise<ChatRow | null> {
  const found = await first(sql.run(ofMessage, [messageId]));
  return found && getChatRow(sql, found.id);
}

/** Locks a chat and reads it in a new statement, with what the lock waited for. */
export async function lockChat(tx: Sql, id: number): Promise<ChatRow | null> {
  return (await first(tx.run(lockOne, [id]))) && getChatRow(tx, id);
}

export const listChatIdsOfUser = async (sql: Sql, userId: number): Promise<number[]> =>
  (await sql.run(idsOfUser, [userId])).map(({ id }) => id);

/** The place of a chat in the list: the page begins after it. */
interface ChatCursor {
  readonly lastActivity: Date;
  readonly id: number;
}

interface ChatPageQuery {
  readonly userId: number;
  /** Whether chats of others are listed, too. */
  readonly all: boolean;
  /** Part of the name of the group or of a participant; empty for all. */
  readonly search: string;
  readonly withUnread: boolean;
  /** The activity is within these instants. */
  readonly during: { readonly from: Date; readonly until: Date } | null;
  readonly cursor: ChatCursor | null;
  readonly offset: number;
  readonly limit: number;
}

/** A page of chats, newest activity first, and how many there are on all pages. */
export async function listChatPage(sql: Sql, query: ChatPageQuery): Promise<{ rows: ChatRow[]; count: number }> {
  const from = query.all
    ? "chat c"
    : `chat_participant mine JOIN chat c ON c.id = mine.chat_id AND mine.user_id = ${literal(query.userId)}`;
  const where = termsOf(query).join(" AND ");
  const after = query.cursor
    ? ` AND (c.last_activity, c.id) < (${literal(query.cursor.lastActivity)}::timestamptz(3), ${literal(query.cursor.id)})`
    : "";
  const rows = await sql.ask<ChatRow>(
    `SELECT ${COLUMNS} FROM (SELECT c.* FROM ${from} WHERE ${where}${after} ORDER BY c.last_activity DESC, c.id DESC
       LIMIT ${literal(query.limit)} OFFSET ${literal(query.offset)}) AS c ORDER BY c.last_activity DESC, c.id DESC`,
  );
  const { count } = await one(sql.ask<{ count: number }>(`SELECT count(*)::int AS count FROM ${from} WHERE ${where}`));
  return { rows, count };
}

function termsOf({ userId, search, withUnread, during }: ChatPageQuery): string[] {
  return [
    "true",
    ...(search === "" ? [] : [`(${containsText("search_norm(coalesce(c.group_name, ''))", search)} OR ${hasSomebody(userId, search)})`]),
    // Only a person's own chats are asked for so.
    ...(withUnread ? ["mine.unread > 0"] : []),
    ...(during ? [`c.last_activity >= ${literal(during.from)} AND c.last_activity < ${literal(during.until)}`] : []),
  ];
}

/** Another person of the chat has this name. The names are read once, not for every chat that their people are in. */
const hasSomebody = (userId: number, name: string): string =>
  `EXISTS (SELECT 1 FROM chat_participant o WHERE o.chat_id = c.id AND o.user_id = ANY(ARRAY(
     SELECT u.id FROM user_account u WHERE u.id <> ${literal(userId)} AND ${containsText("search_norm(u.name)", name)})))`;
