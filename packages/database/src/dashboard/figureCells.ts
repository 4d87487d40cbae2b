import { statement, type Sql } from "../sql/index.js";
import type { FigureKey, MessageCountRow } from "./figureFacts.js";

/** What one day, or the sum of several, has of tickets and ratings. Times are milliseconds of working time. */
export interface TicketFigures {
  readonly created: number;
  /** Tickets by the hour of their creation: twelve numbers, 08:00 to 19:00. */
  readonly hours: readonly number[];
  readonly closed: number;
  readonly waits: number;
  readonly waitMs: number;
  readonly handled: number;
  readonly handleMs: number;
  readonly ratings: number;
  readonly ratingSum: number;
}

export type TicketCell = FigureKey & TicketFigures;

/** The figures of all tickets of a queue and a person without groups, with their messages. */
export interface SummedCell extends TicketFigures {
  readonly queueKey: number;
  readonly userKey: number;
  readonly messages: number;
}

const HOURS = 12;
const hourSums = Array.from({ length: HOURS }, (_unused, at) => `sum(hours[${String(at + 1)}])::int`).join(", ");

const dropTickets = statement("figure_drop_tickets", `DELETE FROM figure_ticket_cell WHERE day = $1::date`);
const addTickets = statement(
  "figure_add_tickets",
  `INSERT INTO figure_ticket_cell
   SELECT $1::date, "queueKey", "userKey", "connectionKey", "isGroup", created, hours, closed, waits, "waitMs", handled, "handleMs", ratings, "ratingSum"
   FROM jsonb_to_recordset($2::jsonb) AS cell("queueKey" int, "userKey" int, "connectionKey" int, "isGroup" boolean, created int, hours int[], closed int,
     waits int, "waitMs" bigint, handled int, "handleMs" bigint, ratings int, "ratingSum" int)`,
);
const dropMessages = statement("figure_drop_messages", `DELETE FROM figure_message_cell WHERE day = $1::date`);
const addMessages = statement(
  "figure_add_messages",
  `INSERT INTO figure_message_cell
   SELECT $1::date, "queueKey", "userKey", "connectionKey", "isGroup", n
   FROM jsonb_to_recordset($2::jsonb) AS cell("queueKey" int, "userKey" int, "connectionKey" int, "isGroup" boolean, n int)`,
);

/** Replaces the figures of a day that come from tickets and ratings. */
export async function replaceTicketCells(tx: Sql, day: string, cells: readonly TicketCell[]): Promise<void> {
  await tx.run(dropTickets, [day]);
  await tx.run(addTickets, [day, JSON.stringify(cells)]);
}

/** Replaces the counts of messages of a day. */
export async function replaceMessageCells(tx: Sql, day: string, cells: readonly MessageCountRow[]): Promise<void> {
  await tx.run(dropMessages, [day]);
  await tx.run(addMessages, [day, JSON.stringify(cells)]);
}

// The days are given one by one, so that a day which is stored meanwhile is not counted twice.
const KEPT = `NOT is_group AND day BETWEEN $1::date AND $2::date AND day = ANY($3::date[])`;
const keptSums = statement<SummedCell>(
  "figure_sums",
  `SELECT queue_key AS "queueKey", user_key AS "userKey", sum(created)::int AS created, ARRAY[${hourSums}] AS hours, sum(closed)::int AS closed,
     sum(waits)::int AS waits, sum(wait_ms)::bigint AS "waitMs", sum(handled)::int AS handled, sum(handle_ms)::bigint AS "handleMs",
     sum(ratings)::int AS ratings, sum(rating_sum)::int AS "ratingSum", 0 AS messages
   FROM figure_ticket_cell WHERE ${KEPT} GROUP BY 1, 2`,
);
const keptMessages = statement<{ queueKey: number; userKey: number; n: number }>(
  "figure_message_sums",
  `SELECT queue_key AS "queueKey", user_key AS "userKey", sum(n)::int AS n FROM figure_message_cell WHERE ${KEPT} GROUP BY 1, 2`,
);

const NOTHING: TicketFigures = {
  created: 0,
  hours: Array.from({ length: HOURS }, () => 0),
  closed: 0,
  waits: 0,
  waitMs: 0,
  handled: 0,
  handleMs: 0,
  ratings: 0,
  ratingSum: 0,
};

/** Adds up the stored figures of some days, by queue and person, without groups. */
export async function sumStoredFigures(sql: Sql, days: readonly string[]): Promise<SummedCell[]> {
  const bounds = [days[0] ?? null, days.at(-1) ?? null, days];
  const tickets = await sql.run(keptSums, bounds);
  const messages = await sql.run(keptMessages, bounds);
  return [...tickets, ...messages.map(({ queueKey, userKey, n }) => ({ ...NOTHING, queueKey, userKey, messages: n }))];
}
