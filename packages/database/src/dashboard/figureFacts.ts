import { COUNTED } from "../moving/journal.js";
import { one, statement, type Sql } from "../sql/index.js";

/** Spans of time: `from` belongs to one, `until` does not. */
export interface Spans {
  readonly from: readonly Date[];
  readonly until: readonly Date[];
}

/** Whose a fact is, by ids; 0 for none. */
export interface FigureKey {
  readonly queueKey: number;
  readonly userKey: number;
  readonly connectionKey: number;
  readonly isGroup: boolean;
}

/** A ticket as the figures count it. */
export interface TicketFactRow extends FigureKey {
  readonly id: number;
  readonly createdAt: Date;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
  /** Whether it is closed now; one that waits for a rating is not. */
  readonly isClosed: boolean;
}

export interface MessageCountRow extends FigureKey {
  readonly n: number;
}

export interface RatingSumRow extends FigureKey {
  readonly n: number;
  readonly sum: number;
}

const SPANS = `unnest($1::timestamptz[], $2::timestamptz[]) AS span(starts, ends)`;
const TICKET = `id, created_at AS "createdAt", accepted_at AS "acceptedAt", closed_at AS "closedAt", status = 'closed' AS "isClosed", queue_key AS "queueKey", user_key AS "userKey",
  coalesce(connection_id, 0) AS "connectionKey", is_group AS "isGroup"`;

// A ticket that was created and closed in the spans is read once.
const ticketFacts = statement<TicketFactRow>(
  "figure_ticket_facts",
  `SELECT t.* FROM ${SPANS} CROSS JOIN LATERAL (
     SELECT ${TICKET} FROM ticket WHERE created_at >= span.starts AND created_at < span.ends AND origin IS NULL AND ${COUNTED}
     UNION ALL
     SELECT ${TICKET} FROM ticket WHERE closed_at >= span.starts AND closed_at < span.ends AND origin IS NULL AND ${COUNTED}
       AND NOT EXISTS (SELECT FROM ${SPANS.replace("span(", "other(")} WHERE created_at >= other.starts AND created_at < other.ends)
   ) t LIMIT $3`,
);
const SAID_COLUMNS = `ticket_id, queue_id, owner_id, connection_id`;
const sumMessages = (
  messages: string,
): string => `SELECT said."queueKey", said."userKey", said."connectionKey", t.is_group AS "isGroup", sum(said.n)::int AS n
   FROM (
     SELECT m.ticket_id, coalesce(m.queue_id, 0) AS "queueKey", coalesce(m.owner_id, 0) AS "userKey", coalesce(m.connection_id, 0) AS "connectionKey", count(*) AS n
     FROM ${messages} GROUP BY 1, 2, 3, 4
   ) said CROSS JOIN LATERAL (SELECT is_group FROM ticket WHERE id = said.ticket_id AND origin IS NULL OFFSET 0) t
   GROUP BY 1, 2, 3, 4`;
// The rows of a span are found by its bounds (LATERAL, OFFSET 0): joined freely, a plan for any number of spans reads every message there is.
const messageCounts = statement<MessageCountRow>(
  "figure_message_counts",
  sumMessages(`${SPANS} CROSS JOIN LATERAL (
       SELECT ${SAID_COLUMNS} FROM message WHERE sent_at >= span.starts AND sent_at < span.ends AND id <= $3::bigint AND ${COUNTED} OFFSET 0
     ) m`),
);
// Apart from the spans, so that the index of ids finds the few; the second bound, which none reaches, makes the planner expect few.
const newMessageCounts = statement<MessageCountRow>(
  "figure_new_message_counts",
  sumMessages(`(SELECT sent_at, ${SAID_COLUMNS} FROM message WHERE id > $3::bigint AND id < $3::bigint + 1000000 AND ${COUNTED} OFFSET 0) m
       JOIN ${SPANS} ON m.sent_at >= span.starts AND m.sent_at < span.ends`),
);
const newestMessage = statement<{ id: number }>("figure_newest_message", "SELECT coalesce(max(id), 0) AS id FROM message");
const ratingSums = statement<RatingSumRow>(
  "figure_rating_sums",
  `SELECT coalesce(r.queue_id, 0) AS "queueKey", coalesce(r.user_id, 0) AS "userKey", coalesce(r.connection_id, 0) AS "connectionKey", false AS "isGroup",
     count(*)::int AS n, sum(r.rate)::int AS sum
   FROM ${SPANS} CROSS JOIN LATERAL (
     SELECT queue_id, user_id, connection_id, rate FROM rating WHERE rate IS NOT NULL AND ${COUNTED} AND rated_at >= span.starts AND rated_at < span.ends OFFSET 0
   ) r GROUP BY 1, 2, 3`,
);

/** The tickets that were created or closed in the spans, at most `limit`; records of sent messages count in no figure (D-268). */
export const listFigureTickets = (sql: Sql, { from, until }: Spans, limit: number): Promise<TicketFactRow[]> =>
  sql.run(ticketFacts, [from, until, limit]);

/**
 * Counts the messages of the spans up to an id, without those of records; each counts for the queue and the person that its ticket had
 * then.
 */
export const countFigureMessages = (sql: Sql, { from, until }: Spans, upTo = Number.MAX_SAFE_INTEGER): Promise<MessageCountRow[]> =>
  sql.run(messageCounts, [from, until, upTo]);

/** Counts likewise those with a higher id, which should be few. */
export const countNewFigureMessages = (sql: Sql, { from, until }: Spans, after: number): Promise<MessageCountRow[]> =>
  sql.run(newMessageCounts, [from, until, after]);

/** The id of the newest message; 0 without any. */
export const getNewestMessageId = async (sql: Sql): Promise<number> => (await one(sql.run(newestMessage))).id;

/** Counts and adds up the ratings that customers gave in the spans. */
export const sumFigureRatings = (sql: Sql, { from, until }: Spans): Promise<RatingSumRow[]> => sql.run(ratingSums, [from, until]);
