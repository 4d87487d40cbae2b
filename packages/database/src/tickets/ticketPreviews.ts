import { DELIVERY_BY_ACK, type MessageType } from "@balcao/domain/messages";
import { previewMedia, previewText } from "@balcao/domain/texts";
import { first, statement, type Sql } from "../sql/index.js";

/** The message of a ticket's preview. */
export interface NewestMessage {
  readonly id: number;
  readonly type: MessageType;
  readonly body: string;
  readonly isDeleted: boolean;
  /** The length of its sound or video, once it is known. */
  readonly seconds: number | null;
  /** The person of ours who wrote it. */
  readonly userName: string | null;
}

// Comments are internal and not part of the preview.
const newestOf = (ticketId: string): string =>
  `SELECT * FROM message WHERE ticket_id = ${ticketId} AND type <> 'comment' ORDER BY sent_at DESC, id DESC LIMIT 1`;

/**
 * Selects how far the last message of table `ticket` has come; null when it is not ours or deleted.
 * Stored with the ticket, so that lists need no message.
 */
export const LAST_MESSAGE_STATE = `(SELECT CASE
     WHEN NOT m.from_me OR m.is_deleted THEN NULL
     WHEN o.state IN ('failed', 'unknown') THEN o.state
     WHEN o.state = 'cancelled' THEN 'discarded'
     ELSE (ARRAY[${DELIVERY_BY_ACK.map((state) => `'${state}'`).join(", ")}])[m.ack + 2] END
   FROM (${newestOf("ticket.id")}) m LEFT JOIN outbox o ON o.message_id = m.id)`;

const newest = statement<NewestMessage>(
  "ticket_newest_message",
  `SELECT m.id, m.type, m.body, m.is_deleted AS "isDeleted", u.name AS "userName", coalesce(f.seconds, (m.media->>'seconds')::float8) AS seconds
   FROM (${newestOf("$1")}) m LEFT JOIN user_account u ON u.id = m.user_id LEFT JOIN file f ON f.id = m.file_id`,
);
const setPreview = statement(
  "ticket_preview",
  `UPDATE ticket SET last_message = $2, last_message_state = ${LAST_MESSAGE_STATE}, last_message_media = $3::jsonb
   WHERE id = $1 AND (last_message <> $2 OR last_message_media IS DISTINCT FROM $3::jsonb OR last_message_state IS DISTINCT FROM ${LAST_MESSAGE_STATE})`,
);

export const getNewestMessage = (tx: Sql, ticketId: number): Promise<NewestMessage | null> => first(tx.run(newest, [ticketId]));

/** Sets the preview, its state and its medium, empty without a message; the caller must raise the ticket's version. */
export const setTicketPreview = (tx: Sql, ticketId: number, newest: NewestMessage | null) =>
  tx.run(setPreview, [ticketId, newest ? previewText(newest) : "", newest && previewMedia(newest)]);
