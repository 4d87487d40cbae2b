import { COUNTED } from "../moving/journal.js";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A stored day of the company's calendar, `yyyy-MM-dd`. */
export interface FigureDay {
  readonly day: string;
  /** How its working time was counted (`toCountingRule`). */
  readonly rule: string;
}

/** A day that must be computed, and which part of it. */
export interface StaleDay {
  readonly day: string;
  readonly tickets: boolean;
  readonly messages: boolean;
}

/** How far the figures are. */
export interface FigureState {
  /** The snapshot up to which changes were noticed; null before the first time. */
  readonly cursor: string | null;
  /** The zone of the stored days. */
  readonly zone: string;
  /** Rises with each change of the stored figures. */
  readonly version: number;
}

/** Any number that no other lock has. */
const FIGURES_LOCK = 727_037;

const lock = statement("figure_lock", `SELECT pg_advisory_xact_lock(${String(FIGURES_LOCK)})`);
const readState = statement<FigureState>("figure_state", `SELECT cursor, zone, version FROM figure_state`);
const raise = statement("figure_raise", `UPDATE figure_state SET version = version + 1`);
const setCursor = statement("figure_cursor", `UPDATE figure_state SET cursor = $1, zone = $2`);
const forget = statement("figure_forget", `TRUNCATE figure_day, figure_ticket_cell, figure_message_cell, figure_ticket`);
// What is written in conversations of an earlier system counts, and is not older than the first import.
const oldest = statement<{ at: Date | null }>(
  "figure_oldest",
  `SELECT least((SELECT min(created_at) FROM ticket WHERE ${COUNTED}), (SELECT min(started_at) FROM moving_run)) AS at`,
);
const newest = statement<{ day: string | null }>("figure_newest_day", `SELECT max(day)::text AS day FROM figure_day`);
const addDays = statement(
  "figure_add_days",
  `INSERT INTO figure_day (day) SELECT generate_series($1::date, $2::date, interval '1 day')::date ON CONFLICT DO NOTHING`,
);
const storedDays = statement<FigureDay>(
  "figure_days",
  `SELECT day::text AS day, rule FROM figure_day WHERE rule IS NOT NULL AND day BETWEEN $1::date AND $2::date ORDER BY figure_day.day`,
);
const staleDay = statement<StaleDay>(
  "figure_stale_day",
  `SELECT day::text AS day, stale_tickets AS tickets, stale_messages AS messages FROM figure_day
   WHERE stale_tickets OR stale_messages ORDER BY figure_day.day DESC LIMIT 1`,
);
const settle = statement(
  "figure_settle_day",
  `UPDATE figure_day SET stale_tickets = false, stale_messages = false, rule = CASE WHEN stale_tickets THEN $2 ELSE rule END WHERE day = $1::date`,
);
const markStale = statement<{ n: number }>(
  "figure_mark_stale",
  `WITH marked AS (UPDATE figure_day SET stale_tickets = true, stale_messages = stale_messages OR $4
     WHERE day BETWEEN $1::date AND $2::date AND ($3::text IS NULL OR rule IS DISTINCT FROM $3) RETURNING 1)
   SELECT count(*)::int AS n FROM marked`,
);
const disown = statement(
  "figure_disown",
  `UPDATE figure_day d SET rule = '' FROM (
     SELECT DISTINCT (created_at AT TIME ZONE $3)::date AS day FROM ticket
     WHERE created_at < $2 AND coalesce(closed_at, accepted_at) > $1 AND NOT is_group AND ($4::int IS NULL OR queue_id = $4)
   ) t WHERE d.day = t.day AND d.rule IS NOT NULL`,
);
const markAll = statement("figure_mark_all", `UPDATE figure_day SET stale_tickets = true, stale_messages = true`);

/** Lets one process at a time change the stored figures, until the end of the transaction. */
export const lockFigures = (tx: Sql) => tx.run(lock);
export const readFigureState = (sql: Sql): Promise<FigureState> => one(sql.run(readState));
export const raiseFigureVersion = (tx: Sql) => tx.run(raise);
export const setFigureCursor = (tx: Sql, cursor: string, zone: string) => tx.run(setCursor, [cursor, zone]);

/** Deletes all stored figures: the days of another zone begin at other moments. */
export const deleteFigures = (tx: Sql) => tx.run(forget);

/** Before when nothing counts; null while nothing does. Tickets of an earlier system that stay apart need no days (D-592). */
export const findFirstCounted = async (sql: Sql): Promise<Date | null> => (await one(sql.run(oldest))).at;

/** The newest day that is stored or waits to be; null without any. */
export const findNewestFigureDay = async (sql: Sql): Promise<string | null> => (await one(sql.run(newest))).day;

/** Adds days, both ends included, that wait to be computed. */
export const addFigureDays = (tx: Sql, from: string, until: string) => tx.run(addDays, [from, until]);

/** Lists the days with stored figures from the first to the last, in order. */
export const listFigureDays = (sql: Sql, from: string, until: string): Promise<FigureDay[]> => sql.run(storedDays, [from, until]);

/** The newest day that must be computed. */
export const findStaleDay = (tx: Sql): Promise<StaleDay | null> => first(tx.run(staleDay));

/** Marks a day as computed by a rule of working time. Call it before reading facts, so that later changes mark it again. */
export const settleFigureDay = (tx: Sql, day: string, rule: string) => tx.run(settle, [day, rule]);

/**
 * Marks the days from the first to the last as to be computed; with `unlessRule` only those that were
 * counted otherwise, and without their messages. Returns how many.
 */
export const markFigureDays = async (sql: Sql, from: string, until: string, unlessRule: string | null): Promise<number> =>
  (await one(sql.run(markStale, [from, until, unlessRule, unlessRule === null]))).n;

interface DisownedTime {
  readonly from: Date;
  readonly until: Date;
  readonly timeZone: string;
  /** Tickets of every queue where it is null. */
  readonly queueId: number | null;
}

/** Says of the days whose tickets waited or were handled in a span that they were counted by another rule than any. */
export const disownFigureDays = (tx: Sql, { from, until, timeZone, queueId }: DisownedTime) =>
  tx.run(disown, [from, until, timeZone, queueId]);

export const markAllFigureDays = (tx: Sql) => tx.run(markAll);
