import type { HistoryCondition, HistoryFacts } from "@balcao/domain/messages";
import { toSql, type SqlFields, type SqlTerm } from "../access/index.js";
import { statement, type Sql } from "../sql/index.js";

/** Where a message's ticket was when it was recorded, as rows carry it. */
export interface RecordedRow {
  /** The ticket's connection of now. */
  readonly ticketConnectionId: number | null;
  readonly queueId: number | null;
  /** Whose the ticket was. */
  readonly ownerId: number | null;
  /** The person of ours who wrote it. */
  readonly userId: number | null;
  /** A transfer lifted the rule of the history for it. */
  readonly isRecovered: boolean;
  /** The guests of its ticket now. */
  readonly guestIds: readonly number[];
}

/** Selects a `RecordedRow` of a message with its ticket `t`. */
export const historyColumns = (message: string): string =>
  `t.connection_id AS "ticketConnectionId", ${message}.queue_id AS "queueId", ${message}.owner_id AS "ownerId", ${message}.user_id AS "userId", (${message}.id <= t.recovered_message_id) AS "isRecovered", t.guest_ids AS "guestIds"`;

/**
 * Where the facts of the history's rule are read: message `m` with its ticket `mt`. Pages, searches
 * and exports filter by it.
 */
export const HISTORY_FIELDS: SqlFields<HistoryFacts> = {
  connectionId: { column: "coalesce(mt.connection_id, 0)", type: "int", none: 0 },
  queueId: { column: "coalesce(m.queue_id, 0)", type: "int", none: 0 },
  ownerId: { column: "coalesce(m.owner_id, 0)", type: "int", none: 0 },
  authorId: { column: "coalesce(m.user_id, 0)", type: "int", none: 0 },
  isRecovered: { column: "(m.id <= mt.recovered_message_id)", type: "boolean" },
  guestIds: { column: "mt.guest_ids", type: "int[]" },
};

/**
 * A query's messages `m` that a person sees: what it selects from, and the values that it binds.
 */
export function seenMessages(history: HistoryCondition, firstBind: number): { readonly from: string; readonly values: SqlTerm["values"] } {
  if (history.op === "always") return { from: "message m WHERE true", values: [] };
  const fence = toSql(history, HISTORY_FIELDS, firstBind);
  return { from: `message m JOIN ticket mt ON mt.id = m.ticket_id WHERE ${fence.text}`, values: fence.values };
}

/** The facts of a message that the rule of the history asks for. */
export function toHistoryFacts(row: RecordedRow): HistoryFacts {
  const { ticketConnectionId, queueId, ownerId, userId, isRecovered, guestIds } = row;
  return { connectionId: ticketConnectionId, queueId, ownerId, authorId: userId, isRecovered, guestIds };
}

// Comments are no part of the preview.
const previewFacts = statement<RecordedRow & { ticketId: number }>(
  "message_preview_facts",
  `SELECT t.id AS "ticketId", ${historyColumns("m")} FROM unnest($1::int[]) AS asked(id) JOIN ticket t ON t.id = asked.id
   CROSS JOIN LATERAL (SELECT id, queue_id, owner_id, user_id FROM message
     WHERE ticket_id = t.id AND type <> 'comment' ORDER BY sent_at DESC, id DESC LIMIT 1) m`,
);

/** Of each ticket the facts of the message that its preview is made of. */
export async function getPreviewFacts(sql: Sql, ticketIds: readonly number[]): Promise<ReadonlyMap<number, HistoryFacts>> {
  return new Map((await sql.run(previewFacts, [ticketIds])).map((row) => [row.ticketId, toHistoryFacts(row)]));
}
