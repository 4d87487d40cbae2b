import type { MessageType } from "@balcao/domain/messaging";
import { first, statement, type Sql } from "../sql/index.js";

/** A message as a command that changes it must know it: who wrote it, where it lies at the network, what it is made of. */
export interface MessageRefRow {
  readonly id: number;
  readonly ticketId: number;
  readonly connectionId: number | null;
  readonly externalId: string | null;
  /** Keys of the conversation and of the author, as the network names them. */
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
  readonly userId: number | null;
  readonly type: MessageType;
  readonly body: string;
  readonly isDeleted: boolean;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly media: Readonly<Record<string, unknown>> | null;
  readonly fileId: string | null;
  readonly sentAt: Date;
}

const refRow = statement<MessageRefRow>(
  "message_ref",
  `SELECT id, ticket_id AS "ticketId", connection_id AS "connectionId", external_id AS "externalId", chat, author, from_me AS "fromMe", user_id AS "userId",
     type, body, is_deleted AS "isDeleted", details, media, file_id AS "fileId", sent_at AS "sentAt"
   FROM message WHERE id = $1`,
);

export const getMessageRef = (sql: Sql, id: number): Promise<MessageRefRow | null> => first(sql.run(refRow, [id]));

// What is older than what is known of the same person changes nothing, and a removal is kept also where there was no
// reaction yet: so reactions and removals may arrive in any order.
const setReaction = statement<{ id: number; ticketId: number }>(
  "message_react",
  `UPDATE message SET reactions = coalesce(reactions, '{}'::jsonb) || jsonb_build_object($2::text, jsonb_build_object('emoji', $3::text, 'at', $4::text))
   WHERE id = $1 AND coalesce((reactions -> $2 ->> 'at')::timestamptz <= $4::timestamptz, true)
     AND (reactions -> $2 IS NULL OR reactions -> $2 ->> 'emoji' IS DISTINCT FROM $3)
   RETURNING id, ticket_id AS "ticketId"`,
);

/** Notes what a person (by address key, `me` for our side) answered with; null takes it back. Answers null when nothing changed. */
export const setMessageReaction = (tx: Sql, id: number, by: string, emoji: string | null, at: Date) =>
  first(tx.run(setReaction, [id, by, emoji, at.toISOString()]));
