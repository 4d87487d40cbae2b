import { addDays, dayBounds, localDay, toCountingRule, type CompanyHours, type LocalDay } from "@balcao/domain/calendar";
import {
  addFigureDays,
  countFigureMessages,
  currentCursor,
  deleteFigures,
  findNewestFigureDay,
  findFirstCounted,
  findStaleDay,
  listFigureTickets,
  lockFigures,
  markAllFigureDays,
  markFigureDays,
  noticeChanges,
  raiseFigureVersion,
  readFigureState,
  rememberTickets,
  replaceMessageCells,
  replaceTicketCells,
  setFigureCursor,
  settleFigureDay,
  sumFigureRatings,
  type StaleDay,
} from "@balcao/database/dashboard";
import { isKeptSince } from "@balcao/database/live";
import type { Database, Sql } from "@balcao/database/sql";
import type { Services } from "../../ground/kernel/index.js";
import { toTicketCells } from "./ticketFigures.js";

/** Days that one pass computes at most. */
const DAYS_PER_PASS = 10;
/** More tickets of one day are not expected; the limit protects the memory of the process. */
const MOST_TICKETS = 1_000_000;

/** What the figures depend on besides the facts. */
export interface FigureScene {
  readonly database: Database;
  readonly hours: CompanyHours;
  readonly now: Date;
}

/**
 * Keeps the daily figures of the dashboard: notices what has changed since the last pass, and
 * computes some of the days that this concerns. Returns whether days are left. No business
 * transaction waits for it, and two processes may run it at once.
 */
export async function keepFigures(services: Services): Promise<boolean> {
  const scene = { database: services.database, hours: services.directory.current(), now: services.clock.now() };
  await noticeFigureChanges(scene);
  for (let done = 0; done < DAYS_PER_PASS; done++) if (!(await computeNextDay(scene))) return false;
  return true;
}

/** Marks the days that changes concern, and adds the days up to yesterday. Today is never stored, but read when it is asked for. */
export async function noticeFigureChanges({ database, hours, now }: FigureScene): Promise<void> {
  const { timeZone } = hours.settings;
  await database.transaction(async (tx) => {
    await lockFigures(tx);
    const state = await readFigureState(tx);
    const today = localDay(now, timeZone);
    if (state.zone !== timeZone) await deleteFigures(tx);
    await addMissingDays(tx, today, timeZone);
    await setFigureCursor(tx, await nextCursor(tx, state.cursor, { timeZone, today }), timeZone);
  });
}

async function nextCursor(tx: Sql, cursor: string | null, { timeZone, today }: { timeZone: string; today: LocalDay }): Promise<string> {
  if (cursor === null) return currentCursor(tx);
  const next = await noticeChanges(tx, cursor, timeZone, today);
  // Live events are deleted after a day: after a longer stop, every day may have changed.
  if (!(await isKeptSince(tx, cursor))) await markAllFigureDays(tx);
  return next;
}

async function addMissingDays(tx: Sql, today: LocalDay, timeZone: string): Promise<void> {
  const newest = await findNewestFigureDay(tx);
  const yesterday = addDays(today, -1);
  if (newest !== null && newest >= yesterday) return;
  const oldest = newest === null ? await findFirstCounted(tx) : null;
  const from = newest === null ? oldest && localDay(oldest, timeZone) : addDays(newest, 1);
  if (from !== null && from <= yesterday) await addFigureDays(tx, from, yesterday);
}

/** Computes the newest day that is to be computed; returns false when there is none. */
export async function computeNextDay({ database, hours }: FigureScene): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockFigures(tx);
    const stale = await findStaleDay(tx);
    if (stale === null) return false;
    await computeDay(tx, hours, stale);
    return true;
  });
}

/**
 * Counts the working time of a stored day again, in a transaction of the caller, unless somebody has
 * done so before, or another zone has made the stored days those of other moments.
 */
export async function recountDay(tx: Sql, hours: CompanyHours, day: LocalDay): Promise<void> {
  await lockFigures(tx);
  if ((await readFigureState(tx)).zone !== hours.settings.timeZone) return;
  if ((await markFigureDays(tx, day, day, toCountingRule(hours))) > 0) await computeDay(tx, hours, { day, tickets: true, messages: false });
}

/** Replaces the figures of a day. Call it with the figures locked. */
async function computeDay(tx: Sql, hours: CompanyHours, { day, tickets: withTickets, messages }: StaleDay): Promise<void> {
  await settleFigureDay(tx, day, toCountingRule(hours));
  const { from, until } = dayBounds(day, hours.settings.timeZone);
  const spans = { from: [from], until: [until] };
  if (messages) await replaceMessageCells(tx, day, await countFigureMessages(tx, spans));
  if (withTickets) {
    const tickets = await listFigureTickets(tx, spans, MOST_TICKETS);
    await replaceTicketCells(tx, day, toTicketCells(tickets, await sumFigureRatings(tx, spans), spans, hours));
    await rememberTickets(
      tx,
      tickets.map(({ id }) => id),
      hours.settings.timeZone,
      day,
    );
  }
  await raiseFigureVersion(tx);
}
