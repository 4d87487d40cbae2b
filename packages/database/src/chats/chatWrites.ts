import { first, one, statement, type Sql } from "../sql/index.js";

const insertOne = statement<{ id: number }>(
  "chat_insert",
  `INSERT INTO chat (is_group, group_name, user_id, calling_user_id, last_activity) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
);
const pairOf = statement<{ id: number }>(
  "chat_pair",
  `SELECT id FROM chat WHERE NOT is_group AND least(user_id, calling_user_id) = least($1::int, $2::int) AND greatest(user_id, calling_user_id) = greatest($1::int, $2::int)`,
);
// Who joins later has nothing to catch up with.
const insertPeople = statement(
  "chat_participant_insert",
  `INSERT INTO chat_participant (chat_id, user_id, read_message_id) SELECT c.id, person, c.last_message_id FROM chat c, unnest($2::int[]) AS person WHERE c.id = $1`,
);
const removePeople = statement("chat_participant_delete", `DELETE FROM chat_participant WHERE chat_id = $1 AND user_id = ANY($2::int[])`);
const touchOne = statement("chat_touch", `UPDATE chat SET version = version + 1 WHERE id = $1`);
const rename = statement("chat_rename", `UPDATE chat SET group_name = $2 WHERE id = $1`);
const insertText = statement<{ id: number }>(
  "chat_message_insert",
  `INSERT INTO chat_message (chat_id, sender_id, type, body, quoted_id, file_id, is_voice, client_key, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
);
const advance = statement(
  "chat_advance",
  `UPDATE chat SET last_message = $2, last_message_id = $3, last_sender_id = $4, last_activity = greatest(last_activity, $5), version = version + 1 WHERE id = $1`,
);
const countUnread = statement("chat_count_unread", `UPDATE chat_participant SET unread = unread + $3 WHERE chat_id = $1 AND user_id <> $2`);
const moveMarker = statement<{ unread: number }>(
  "chat_move_marker",
  `WITH moved AS (
     UPDATE chat_participant p SET read_message_id = $3,
       unread = (SELECT count(*) FROM chat_message m WHERE m.chat_id = $1 AND m.id > $3 AND m.sender_id <> $2)
     WHERE p.chat_id = $1 AND p.user_id = $2 AND coalesce(p.read_message_id, 0) < $3 RETURNING p.unread
   ), noted AS (INSERT INTO chat_read (chat_id, user_id, message_id, read_at) SELECT $1, $2, $3, $4 FROM moved ON CONFLICT DO NOTHING)
   SELECT unread FROM moved`,
);
const editText = statement<{ id: number }>(
  "chat_message_edit",
  `UPDATE chat_message SET previous_body = body, body = $2 WHERE id = $1 AND NOT is_deleted AND body <> $2 RETURNING id`,
);
const deleteText = statement<{ fileId: string | null }>(
  "chat_message_delete",
  `UPDATE chat_message m SET is_deleted = true, body = '', previous_body = NULL, file_id = NULL FROM (SELECT id, file_id FROM chat_message WHERE id = $1) AS before
   WHERE m.id = before.id AND NOT m.is_deleted RETURNING before.file_id AS "fileId"`,
);
const preview = statement("chat_preview", `UPDATE chat SET last_message = $3 WHERE id = $1 AND last_message_id = $2`);

interface ChatDraft {
  readonly isGroup: boolean;
  readonly groupName: string | null;
  readonly userId: number;
  readonly callingUserId: number | null;
  readonly now: Date;
}

/** Inserts a chat and returns its id; null when the two people have one already. */
export async function insertChat(tx: Sql, { isGroup, groupName, userId, callingUserId, now }: ChatDraft): Promise<number | null> {
  return (await first(tx.run(insertOne, [isGroup, groupName, userId, callingUserId, now])))?.id ?? null;
}

/** The id of the chat of two people. */
export const findPairChat = async (sql: Sql, userId: number, otherId: number): Promise<number | null> =>
  (await first(sql.run(pairOf, [userId, otherId])))?.id ?? null;

export async function insertParticipants(tx: Sql, chatId: number, userIds: readonly number[]): Promise<void> {
  await tx.run(insertPeople, [chatId, userIds]);
}

export async function removeParticipants(tx: Sql, chatId: number, userIds: readonly number[]): Promise<void> {
  await tx.run(removePeople, [chatId, userIds]);
}

/** Raises the version of a locked chat. */
export async function touchChat(tx: Sql, chatId: number): Promise<void> {
  await tx.run(touchOne, [chatId]);
}

export async function setGroupName(tx: Sql, chatId: number, name: string): Promise<void> {
  await tx.run(rename, [chatId, name]);
}

export interface ChatMessageDraft {
  readonly chatId: number;
  readonly senderId: number;
  readonly type: string;
  readonly body: string;
  readonly quotedId: number | null;
  readonly fileId: string | null;
  readonly isVoice: boolean;
  readonly clientKey: string | null;
  readonly now: Date;
}

/** Inserts a message of a locked chat and returns its id. */
export async function insertChatMessage(tx: Sql, draft: ChatMessageDraft): Promise<number> {
  const { chatId, senderId, type, body, quotedId, fileId, isVoice, clientKey, now } = draft;
  return (await one(tx.run(insertText, [chatId, senderId, type, body, quotedId, fileId, isVoice, clientKey, now]))).id;
}

interface AddedMessages {
  readonly chatId: number;
  readonly senderId: number;
  readonly count: number;
  readonly lastId: number;
  readonly preview: string;
  readonly now: Date;
}

/** Counts new messages for everybody but their sender, who has read up to them, and moves the chat to the top. */
export async function addChatMessage(tx: Sql, { chatId, senderId, count, lastId, preview: text, now }: AddedMessages): Promise<void> {
  await tx.run(advance, [chatId, text, lastId, senderId, now]);
  await tx.run(countUnread, [chatId, senderId, count]);
  await tx.run(moveMarker, [chatId, senderId, lastId, now]);
}

/** Moves a person's read marker forward to a message; returns what is left to read, or null when nothing moved. */
export async function markChatRead(tx: Sql, chatId: number, userId: number, at: { messageId: number; now: Date }): Promise<number | null> {
  return (await first(tx.run(moveMarker, [chatId, userId, at.messageId, at.now])))?.unread ?? null;
}

/** Changes the text of a message, keeps the former one; false when nothing changed. */
export async function setChatMessageEdited(
  tx: Sql,
  chatId: number,
  messageId: number,
  text: { body: string; preview: string },
): Promise<boolean> {
  if (!(await first(tx.run(editText, [messageId, text.body])))) return false;
  await tx.run(preview, [chatId, messageId, text.preview]);
  return true;
}

/** Blanks a message; returns its former file, or "unchanged" when it was deleted already. */
export async function setChatMessageDeleted(
  tx: Sql,
  chatId: number,
  messageId: number,
  word: string,
): Promise<{ fileId: string | null } | "unchanged"> {
  const deleted = await first(tx.run(deleteText, [messageId]));
  if (!deleted) return "unchanged";
  await tx.run(preview, [chatId, messageId, word]);
  return deleted;
}
