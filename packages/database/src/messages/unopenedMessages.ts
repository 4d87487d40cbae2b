import { first, one, statement, type Sql } from "../sql/index.js";
import type { MessageDraft } from "./messageWrites.js";

/** What is stored for decrypting edits of a message. */
export interface StoredEditKey {
  /** The dedupe key of the message's event; null when that was deleted. */
  readonly dedupeKey: string | null;
  readonly secretSealed: string | null;
  /** The message itself is still unreadable. */
  readonly isUnreadable: boolean;
  /** Address keys of its author. */
  readonly author: readonly string[];
}

const editKey = statement<StoredEditKey>(
  "message_edit_key",
  `SELECT e.dedupe_key AS "dedupeKey", e.secret_sealed AS "secretSealed", coalesce(m.details->>'unreadable' = 'true', false) AS "isUnreadable",
     ARRAY(SELECT a.kind || ':' || a.value FROM contact_address a
           WHERE a.contact_id = m.contact_id AND a.connection_id IN (0, m.connection_id) ORDER BY a.kind, a.value) AS author
   FROM message m LEFT JOIN inbound_event e ON e.id = m.inbound_event_id AND e.connection_id = m.connection_id
   WHERE m.id = $1`,
);
/** A stored message that is still unreadable, with its keys at the network. */
export interface UnreadableMessage {
  readonly id: number;
  readonly ticketId: number;
  readonly chat: string;
  readonly author: string;
}

const listUnreadable = statement<UnreadableMessage>(
  "message_unreadable",
  `SELECT id, ticket_id AS "ticketId", chat, author FROM message
   WHERE connection_id = $1 AND external_id = $2 AND from_me = $3 AND details->>'unreadable' = 'true'`,
);
const setEditUnreadable = statement<{ id: number; ticketId: number }>(
  "message_edit_unreadable",
  `UPDATE message SET is_edited = true, edit_unreadable = true, edited_at = $2
   WHERE id = $1 AND NOT is_deleted AND (edited_at IS NULL OR edited_at < $2)
   RETURNING id, ticket_id AS "ticketId"`,
);
// An edit that arrived before the message has the newer text.
const fill = statement<{ id: number; ticketId: number }>(
  "message_fill",
  `UPDATE message SET type = $2, body = CASE WHEN is_edited THEN body ELSE $3 END, previous_body = CASE WHEN is_edited THEN $3 ELSE previous_body END,
     details = $4::jsonb, media = $5::jsonb, media_state = $6, quoted_id = $7, is_forwarded = $8, inbound_event_id = $9
   WHERE id = $1 AND details->>'unreadable' = 'true' RETURNING id, ticket_id AS "ticketId"`,
);

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

export const getEditKey = (tx: Sql, messageId: number): Promise<StoredEditKey | null> => first(tx.run(editKey, [messageId]));

/**
 * Lists the unreadable messages with this id. Senders choose ids, so the caller must compare chat
 * and author.
 */
export const listUnreadableMessages = (tx: Sql, connectionId: number, externalId: string, fromMe: boolean) =>
  tx.run(listUnreadable, [connectionId, externalId, fromMe]);

/**
 * Marks a message as edited at `at`, with a text that cannot be decrypted; its text stays. Returns
 * null after a later edit or a deletion.
 */
export const setMessageEditUnreadable = (tx: Sql, id: number, at: Date) => first(tx.run(setEditUnreadable, [id, at]));

/** Stores the content of an unreadable message; null for any other message. */
export const fillUnreadableMessage = (tx: Sql, id: number, draft: MessageDraft) =>
  first(
    tx.run(fill, [
      id,
      draft.type,
      draft.body,
      json(draft.details),
      json(draft.media),
      draft.mediaState,
      draft.quotedId,
      draft.isForwarded,
      draft.inboundEventId,
    ]),
  );

/** A message whose content could not be read, with what is needed to apply it once more. */
interface UnreadContent {
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
