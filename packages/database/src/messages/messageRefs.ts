import type { MessageType } from "@balcao/domain/messages";
import { first, statement, type Sql } from "../sql/index.js";
import { historyColumns, type RecordedRow } from "./messageHistory.js";

/**
 * What a command that changes a message needs: its author, its keys at the network, and its
 * content.
 */
export interface MessageRefRow extends RecordedRow {
  readonly id: number;
  readonly ticketId: number;
  readonly connectionId: number | null;
  readonly externalId: string | null;
  /** Keys of the conversation and of the author, as the network names them. */
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
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
  `SELECT m.id, m.ticket_id AS "ticketId", m.connection_id AS "connectionId", m.external_id AS "externalId", m.chat, m.author, m.from_me AS "fromMe",
     ${historyColumns("m")}, m.type, m.body, m.is_deleted AS "isDeleted", m.details, m.media, m.file_id AS "fileId", m.sent_at AS "sentAt"
   FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.id = $1`,
);

export const getMessageRef = (sql: Sql, id: number): Promise<MessageRefRow | null> => first(sql.run(refRow, [id]));

// An older reaction of the same person changes nothing, and a removal is stored even without a
// reaction, so reactions and removals may arrive in any order. The network may report a reaction of
// ours before our own command has recorded whose it was.
const setReaction = statement<{ id: number; ticketId: number }>(
  "message_react",
  `UPDATE message SET reactions = coalesce(reactions, '{}'::jsonb) || jsonb_build_object($2::text, jsonb_build_object('emoji', $3::text, 'at', $4::text, 'userId', $5::int))
   WHERE id = $1 AND coalesce((reactions -> $2 ->> 'at')::timestamptz <= $4::timestamptz, true)
     AND (reactions -> $2 IS NULL OR reactions -> $2 ->> 'emoji' IS DISTINCT FROM $3
       OR ($5::int IS NOT NULL AND reactions -> $2 ->> 'userId' IS DISTINCT FROM $5::text))
   RETURNING id, ticket_id AS "ticketId"`,
);

interface Reaction {
  /** The person's address key; `me` for our side. */
  readonly by: string;
  /** Null removes the person's reaction. */
  readonly emoji: string | null;
  readonly at: Date;
  /** Our user who reacted; null for everybody else and for our phone. */
  readonly userId: number | null;
}

/** Stores a person's reaction to a message. Returns null when nothing changed. */
export const setMessageReaction = (tx: Sql, id: number, { by, emoji, at, userId }: Reaction) =>
  first(tx.run(setReaction, [id, by, emoji, at.toISOString(), userId]));
