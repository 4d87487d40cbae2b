import { COUNTED, countedOf } from "../moving/journal.js";
import { first, statement, type Sql } from "../sql/index.js";

export interface RatingQuestion {
  readonly ticketId: number;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly connectionId: number | null;
  readonly askedAt: Date;
}

const askRow = statement(
  "rating_ask",
  `INSERT INTO rating (ticket_id, user_id, queue_id, connection_id, asked_at, contact_id, contact_name)
   SELECT $1, $2, $3, $4, $5, c.id, c.name FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE t.id = $1`,
);
const openRow = statement<OpenRating>(
  "rating_open_of",
  `SELECT r.id, r.ticket_id AS "ticketId", t.ended_at AS "ticketEndedAt" FROM rating r JOIN ticket t ON t.id = r.ticket_id
   WHERE t.contact_id = $1 AND t.connection_id = $2 AND r.ended_at IS NULL AND r.asked_at > $3 ORDER BY r.asked_at DESC LIMIT 1`,
);
const scoreRow = statement<{ id: number }>(
  "rating_score",
  `UPDATE rating SET rate = $2, rated_at = $3, ended_at = $3 WHERE id = $1 AND ended_at IS NULL RETURNING id`,
);
const endRow = statement<{ id: number }>(
  "rating_end",
  `UPDATE rating SET ended_at = $2 WHERE ticket_id = $1 AND ended_at IS NULL RETURNING id`,
);
const dueRows = statement<{ ticketId: number }>(
  "rating_due",
  `SELECT r.ticket_id AS "ticketId" FROM rating r JOIN ticket t ON t.id = r.ticket_id
   WHERE r.ended_at IS NULL AND r.asked_at <= $1 ORDER BY r.asked_at LIMIT $2`,
);

// The contact's name as it is now, or as it was when a contact that has been deleted was asked.
const ratedRows = statement<RatingRow>(
  "rating_list",
  `SELECT r.id, r.rate, r.rated_at AS "ratedAt", r.ticket_id AS "ticketId", r.user_id AS "userId", r.connection_id AS "connectionId",
     c.id AS "contactId", coalesce(c.name, r.contact_name, '') AS "contactName", c.number AS "contactNumber", c.picture_file_id AS "contactPictureFileId"
   FROM rating r LEFT JOIN ticket t ON t.id = r.ticket_id LEFT JOIN contact c ON c.id = coalesce(t.contact_id, r.contact_id)
   WHERE r.rate IS NOT NULL AND ${countedOf("r")} AND r.rated_at >= $1 AND r.rated_at < $2 AND ($3::int IS NULL OR r.queue_id = $3) AND ($4::int IS NULL OR r.user_id = $4)
     AND ($8::int IS NULL OR r.connection_id = $8) AND (r.rated_at, r.id) < ($5::timestamptz, $6::int)
   ORDER BY r.rated_at DESC, r.id DESC LIMIT $7`,
);

const scoreRows = statement<ScoreCount>(
  "rating_scores",
  `SELECT rate, count(*)::int AS count FROM rating
   WHERE rate IS NOT NULL AND ${COUNTED} AND rated_at >= $1 AND rated_at < $2 AND ($3::int IS NULL OR queue_id = $3) AND ($4::int IS NULL OR user_id = $4)
     AND ($5::int IS NULL OR connection_id = $5)
   GROUP BY rate ORDER BY rate`,
);

const ofContact = statement<RatingRow & { readonly contactId: number }>(
  "rating_of_contact",
  `SELECT r.id, r.rate, r.rated_at AS "ratedAt", r.ticket_id AS "ticketId", r.user_id AS "userId", r.connection_id AS "connectionId",
     c.id AS "contactId", c.name AS "contactName", c.number AS "contactNumber", c.picture_file_id AS "contactPictureFileId"
   FROM ticket t JOIN rating r ON r.ticket_id = t.id JOIN contact c ON c.id = t.contact_id
   WHERE t.contact_id = $1 AND r.rate IS NOT NULL AND (r.rated_at, r.id) < ($2::timestamptz, $3::int)
   ORDER BY r.rated_at DESC, r.id DESC LIMIT $4`,
);

/** A rating with its contact; `contactId` is null when the contact was deleted. */
export interface RatingRow {
  readonly id: number;
  readonly rate: number;
  readonly ratedAt: Date;
  readonly ticketId: number;
  readonly userId: number | null;
  readonly connectionId: number | null;
  readonly contactId: number | null;
  readonly contactName: string;
  readonly contactNumber: string | null;
  readonly contactPictureFileId: string | null;
}

/** How many ratings have a score. */
export interface ScoreCount {
  readonly rate: number;
  readonly count: number;
}

/** Which ratings. */
export interface RatingFilter {
  /** Null without a bound; `until` is not part of the period. */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly connectionId: number | null;
}

interface RatingPage extends RatingFilter {
  /** The page begins after this rating; null at the newest one. */
  readonly after: Pick<RatingRow, "ratedAt" | "id"> | null;
  readonly limit: number;
}

/** Lists the ratings of a period, newest first. */
export const listRatings = (sql: Sql, { from, until, queueId, userId, connectionId, after, limit }: RatingPage): Promise<RatingRow[]> =>
  sql.run(ratedRows, [
    from ?? "-infinity",
    until ?? "infinity",
    queueId,
    userId,
    after?.ratedAt ?? "infinity",
    after?.id ?? 0,
    limit,
    connectionId,
  ]);

/** Counts the ratings of a period by their score. */
export const countScores = (sql: Sql, { from, until, queueId, userId, connectionId }: RatingFilter): Promise<ScoreCount[]> =>
  sql.run(scoreRows, [from ?? "-infinity", until ?? "infinity", queueId, userId, connectionId]);

/** Lists the ratings of a contact's tickets, newest first; the page begins after `after`. */
export const listContactRatings = (
  sql: Sql,
  contactId: number,
  { after, limit }: Pick<RatingPage, "after" | "limit">,
): Promise<RatingRow[]> => sql.run(ofContact, [contactId, after?.ratedAt ?? "infinity", after?.id ?? 0, limit]);

/** A question for a rating that waits for its answer. */
export interface OpenRating {
  readonly id: number;
  readonly ticketId: number;
  /** When its ticket was closed, by the database's clock; null where that was not recorded. */
  readonly ticketEndedAt: Date | null;
}

/** Records that a customer was asked for a rating. */
export async function askRating(tx: Sql, question: RatingQuestion): Promise<void> {
  await tx.run(askRow, [question.ticketId, question.userId, question.queueId, question.connectionId, question.askedAt]);
}

/** Returns the newest open question to a contact on a connection that was asked after `since`. */
export const findOpenRating = (tx: Sql, contactId: number, connectionId: number, since: Date) =>
  first(tx.run(openRow, [contactId, connectionId, since]));

/** Stores a score; returns false when the question is no longer open. */
export async function storeScore(tx: Sql, ratingId: number, rate: number, now: Date): Promise<boolean> {
  return (await tx.run(scoreRow, [ratingId, rate, now])).length > 0;
}

/** Ends the open question of a ticket without a rating; returns whether there was one. */
export async function endRating(tx: Sql, ticketId: number, now: Date): Promise<boolean> {
  return (await tx.run(endRow, [ticketId, now])).length > 0;
}

/** Lists tickets whose question was asked before a moment and is still open, the oldest first. */
export const listDueRatings = async (sql: Sql, before: Date, limit: number) =>
  (await sql.run(dueRows, [before, limit])).map(({ ticketId }) => ticketId);
