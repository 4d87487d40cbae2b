import { one, statement, type Sql } from "../sql/index.js";

/** A message whose content could not be read, with what is needed to apply it once more. */
export interface UnreadContent {
  readonly messageId: number;
  readonly connectionId: number;
  readonly chat: string;
  readonly sentAt: Date;
  readonly payloadSealed: string;
}

const keep = statement(
  "content_unread_keep",
  `INSERT INTO unread_content (message_id, payload_sealed) VALUES ($1, $2)
   ON CONFLICT (message_id) DO UPDATE SET payload_sealed = excluded.payload_sealed`,
);
const forget = statement("content_unread_forget", "DELETE FROM unread_content WHERE message_id = $1");
const count = statement<{ n: number }>("content_unread_count", "SELECT count(*)::int AS n FROM unread_content");
const list = statement<UnreadContent>(
  "content_unread_list",
  `SELECT m.id AS "messageId", m.connection_id AS "connectionId", m.chat, m.sent_at AS "sentAt", u.payload_sealed AS "payloadSealed"
   FROM unread_content u JOIN message m ON m.id = u.message_id
   WHERE m.id > $1 AND m.connection_id IS NOT NULL ORDER BY m.id LIMIT 100`,
);

/** Keeps the sealed payload of a message whose content cannot be read. */
export const keepUnreadContent = (tx: Sql, messageId: number, payloadSealed: string) => tx.run(keep, [messageId, payloadSealed]);
export const forgetUnreadContent = (tx: Sql, messageId: number) => tx.run(forget, [messageId]);
export const countUnreadContents = async (sql: Sql): Promise<number> => (await one(sql.run(count))).n;
/** Up to 100 of them after a message, in the order of their ids. */
export const listUnreadContents = (sql: Sql, afterId: number): Promise<UnreadContent[]> => sql.run(list, [afterId]);
