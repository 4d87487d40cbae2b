import type { MessageType } from "@balcao/domain/messages";
import { first, statement, type Sql } from "../sql/index.js";

/** The message of a ticket's preview. */
export interface NewestMessage {
  readonly id: number;
  readonly type: MessageType;
  readonly body: string;
  readonly isDeleted: boolean;
}

// Comments are internal and not part of the preview.
const newest = statement<NewestMessage>(
  "ticket_newest_message",
  `SELECT id, type, body, is_deleted AS "isDeleted" FROM message
   WHERE ticket_id = $1 AND type <> 'comment' ORDER BY sent_at DESC, id DESC LIMIT 1`,
);
const setPreview = statement("ticket_preview", `UPDATE ticket SET last_message = $2 WHERE id = $1 AND last_message <> $2`);

export const getNewestMessage = (tx: Sql, ticketId: number): Promise<NewestMessage | null> => first(tx.run(newest, [ticketId]));

/** Sets only the preview; the caller must raise the ticket's version. */
export const setTicketPreview = (tx: Sql, ticketId: number, preview: string) => tx.run(setPreview, [ticketId, preview]);
