import { statement, type Sql } from "../sql/index.js";

interface MentionedUserRow {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
}

const usersByIds = statement<MentionedUserRow>(
  "mention_users",
  `SELECT id, name, active FROM user_account WHERE id = ANY($1::int[]) AND deleted_at IS NULL ORDER BY id`,
);
const insertRows = statement(
  "mention_insert",
  `INSERT INTO comment_mention (user_id, message_id) SELECT unnest($2::int[]), $1::bigint ON CONFLICT DO NOTHING`,
);
const newOnes = statement<{ messageId: number }>(
  "mention_new",
  `SELECT c.message_id AS "messageId" FROM comment_mention c JOIN message m ON m.id = c.message_id AND NOT m.is_deleted
   WHERE c.user_id = $1 ORDER BY c.message_id DESC LIMIT $2`,
);
const deleteInTicket = statement<{ messageId: number }>(
  "mention_seen",
  `DELETE FROM comment_mention c USING message m WHERE c.user_id = $1 AND m.id = c.message_id AND m.ticket_id = $2
   RETURNING c.message_id AS "messageId"`,
);
const deleteOfMessage = statement<{ userId: number }>(
  "mention_withdraw",
  `DELETE FROM comment_mention WHERE message_id = $1 RETURNING user_id AS "userId"`,
);

const mentionedBy = statement<{ messageId: number; userId: number }>(
  "mention_people",
  `SELECT message_id AS "messageId", user_id AS "userId" FROM comment_mention WHERE message_id = ANY($1::bigint[])`,
);

/** Returns those of the people who have an account that was not deleted. */
export const getMentionedUsers = (sql: Sql, userIds: readonly number[]): Promise<MentionedUserRow[]> => sql.run(usersByIds, [userIds]);

/** Stores for each of the people that a comment mentions them and that they have not looked at it. */
export async function insertMentions(tx: Sql, messageId: number, userIds: readonly number[]): Promise<void> {
  await tx.run(insertRows, [messageId, userIds]);
}

/** Lists the comments that mention a person who has not looked at them, newest first; deleted comments are left out. */
export async function listNewMentions(sql: Sql, userId: number, most: number): Promise<number[]> {
  return (await sql.run(newOnes, [userId, most])).map(({ messageId }) => messageId);
}

/** Lists who has not looked at their mention in these comments. */
export const listMentionedUsers = (sql: Sql, messageIds: readonly number[]): Promise<{ messageId: number; userId: number }[]> =>
  sql.run(mentionedBy, [messageIds]);

/** Removes the mentions of a person in a ticket; returns their comments. */
export async function deleteMentionsIn(tx: Sql, userId: number, ticketId: number): Promise<number[]> {
  return (await tx.run(deleteInTicket, [userId, ticketId])).map(({ messageId }) => messageId);
}

/** Removes the mentions of a comment; returns who had not looked at it. */
export async function deleteMentionsOf(tx: Sql, messageId: number): Promise<number[]> {
  return (await tx.run(deleteOfMessage, [messageId])).map(({ userId }) => userId);
}
