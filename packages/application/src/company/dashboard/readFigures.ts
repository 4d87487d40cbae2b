import { addDays, dayBounds, localDay, periodBounds, toCountingRule, type LocalDay } from "@balcao/domain/calendar";
import {
  countFigureMessages,
  countNewFigureMessages,
  findFirstCounted,
  getNewestMessageId,
  listFigureDays,
  listFigureTickets,
  readFigureState,
  sumFigureRatings,
  sumStoredFigures,
  type MessageCountRow,
  type Spans,
  type SummedCell,
} from "@balcao/database/dashboard";
import type { Sql } from "@balcao/database/sql";
import { readOld, type Services } from "../../ground/kernel/index.js";
import { keepCounts } from "./keepCounts.js";
import { shareReads } from "./shareReads.js";
import { addFigures, noFigures, toTicketCells } from "./ticketFigures.js";

/** Tickets of days that are not stored which one answer reads at most. */
const MOST_LIVE = 50_000;
const FIRST_DAY = "1900-01-01";

/** The wire's filter of every call of the dashboard: days of the company's zone, both included. */
export interface FigureFilter {
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
  readonly queueId?: number | undefined;
  readonly userId?: number | undefined;
}

/** The figures of a period by queue and person, and how they came about. */
export interface Figures {
  readonly cells: readonly SummedCell[];
  /** Days whose working time was counted by other hours than the current ones. */
  readonly countedOtherwise: number;
  /** False while so many days wait to be stored that some of their tickets are left out. */
  readonly complete: boolean;
}

interface StoredSum {
  readonly key: string;
  readonly sum: Promise<readonly SummedCell[]>;
}

// The sum of the stored days is the same for everybody until a day is written. Each server has its own: a replica may not answer.
const stored = new WeakMap<Sql, StoredSum[]>();
const SUMS_KEPT = 16;

const sharePeriod = shareReads<Figures>();

/**
 * Adds up the figures of a period: the stored days, and from the facts today and every day that is
 * not stored yet. Groups are left out.
 */
export async function readFigures(services: Services, filter: FigureFilter): Promise<Figures> {
  const { settings } = services.directory.current();
  const [first, last] = await toDays(services, filter, localDay(services.clock.now(), settings.timeZone));
  const key = [first, last, settings.timeZone, toCountingRule(services.directory.current())].join(" ");
  const figures = await sharePeriod(services, key, () => readOld(services, (sql) => readPeriod(services, sql, first, last)));
  return { ...figures, cells: keepWanted(services, figures.cells, filter) };
}

/** The figures of all queues and people. */
async function readPeriod(services: Services, sql: Sql, first: LocalDay, last: LocalDay): Promise<Figures> {
  const { settings } = services.directory.current();
  const { timeZone } = settings;
  const state = await readFigureState(sql);
  const days = state.zone === timeZone && first <= last ? await listFigureDays(sql, first, last) : [];
  const live = toLiveSpans(first, last, new Set(days.map(({ day }) => day)), timeZone);
  const [sums, fresh] = await Promise.all([
    sumOnce(
      sql,
      `${String(state.version)} ${days[0]?.day ?? ""} ${days.at(-1)?.day ?? ""} ${String(days.length)}`,
      days.map(({ day }) => day),
    ),
    readLive(services, sql, live, state.version),
  ]);
  const rule = toCountingRule(services.directory.current());
  return {
    cells: [...sums, ...fresh.cells],
    countedOtherwise: days.filter((day) => day.rule !== rule).length,
    complete: fresh.complete,
  };
}

/** The bounds of the period in the company's zone; null without one. */
export function boundsOf(services: Services, { firstDate, lastDate }: FigureFilter): { from: Date | null; until: Date | null } {
  const { timeZone } = services.directory.current().settings;
  return {
    from: firstDate ? dayBounds(firstDate, timeZone).from : null,
    until: lastDate ? dayBounds(lastDate, timeZone).until : null,
  };
}

/** The sum of all cells, with messages. */
export function sumCells(cells: readonly SummedCell[]) {
  const sum = noFigures();
  let messages = 0;
  for (const cell of cells) {
    addFigures(sum, cell);
    messages += cell.messages;
  }
  return { ...sum, messages };
}

/** First and last day; nothing happens after today, nor before the first fact that counts where no day is named. */
async function toDays(services: Services, { firstDate, lastDate }: FigureFilter, today: LocalDay): Promise<[LocalDay, LocalDay]> {
  const last = lastDate && lastDate < today ? lastDate : today;
  if (firstDate) return [firstDate, last];
  const oldest = await findFirstCounted(services.database.sql);
  return [oldest ? localDay(oldest, services.directory.current().settings.timeZone) : FIRST_DAY, last];
}

/** The days from the first to the last that are not stored, neighbours as one span. */
function toLiveSpans(first: LocalDay, last: LocalDay, days: ReadonlySet<LocalDay>, zone: string): Spans {
  const spans: { from: Date[]; until: Date[] } = { from: [], until: [] };
  const known = [...days, addDays(last, 1)].sort();
  let next = first;
  for (const day of known) {
    if (next < day) {
      const { from, until } = periodBounds(next, addDays(day, -1), zone);
      spans.from.push(from);
      spans.until.push(until);
    }
    next = addDays(day, 1);
  }
  return spans;
}

async function readLive(services: Services, sql: Sql, spans: Spans, version: number): Promise<{ cells: SummedCell[]; complete: boolean }> {
  if (spans.from.length === 0) return { cells: [], complete: true };
  const [tickets, ratings, messages] = await Promise.all([
    listFigureTickets(sql, spans, MOST_LIVE),
    sumFigureRatings(sql, spans),
    countMessages(services, sql, spans, version),
  ]);
  const cells = toTicketCells(tickets, ratings, spans, services.directory.current())
    .filter(({ isGroup }) => !isGroup)
    .map((cell) => ({ ...cell, messages: 0 }));
  const counted = messages
    .filter(({ isGroup }) => !isGroup)
    .map(({ queueKey, userKey, n }) => ({ ...noFigures(), queueKey, userKey, messages: n }));
  return { cells: [...cells, ...counted], complete: tickets.length < MOST_LIVE };
}

const keepMessages = keepCounts<MessageCountRow>();

/** All are counted anew when stored figures have changed, too, so that "count again" does so of every day. */
const countMessages = (services: Services, sql: Sql, spans: Spans, version: number): Promise<readonly MessageCountRow[]> =>
  keepMessages(services, sql, JSON.stringify([spans, version]), {
    newest: getNewestMessageId,
    upTo: (server, id) => countFigureMessages(server, spans, id),
    after: (server, id) => countNewFigureMessages(server, spans, id),
  });

function sumOnce(sql: Sql, key: string, days: readonly LocalDay[]): Promise<readonly SummedCell[]> {
  if (days.length === 0) return Promise.resolve([]);
  const known = stored.get(sql) ?? [];
  const found = known.find((each) => each.key === key);
  if (found) return found.sum;
  const sum = sumStoredFigures(sql, days);
  stored.set(sql, [{ key, sum }, ...known].slice(0, SUMS_KEPT));
  sum.catch(() =>
    stored.set(
      sql,
      (stored.get(sql) ?? []).filter((each) => each.key !== key),
    ),
  );
  return sum;
}

/** The cells of a queue and a person; a queue that was deleted has none, as its tickets no longer name it. */
function keepWanted(services: Services, cells: readonly SummedCell[], { queueId, userId }: FigureFilter): SummedCell[] {
  const { queues } = services.directory.current();
  return cells.filter(
    (cell) =>
      (queueId === undefined || (cell.queueKey === queueId && queues.has(queueId))) && (userId === undefined || cell.userKey === userId),
  );
}
