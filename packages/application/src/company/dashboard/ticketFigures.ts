import { localTime, perQueue, workingTimeCounter, type CompanyHours } from "@balcao/domain/calendar";
import type { FigureKey, RatingSumRow, Spans, TicketCell, TicketFactRow, TicketFigures } from "@balcao/database/dashboard";

/** The bars of the dashboard: the hours from 08:00 to 19:00 (DASH-007). */
const FIRST_HOUR = 8;
const HOUR_COUNT = 12;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Sum = Mutable<Omit<TicketFigures, "hours">> & { readonly hours: number[] };

export const noFigures = (): Sum => ({
  created: 0,
  hours: Array.from({ length: HOUR_COUNT }, () => 0),
  closed: 0,
  waits: 0,
  waitMs: 0,
  handled: 0,
  handleMs: 0,
  ratings: 0,
  ratingSum: 0,
});

/** Adds one sum to another. */
export function addFigures(to: Sum, more: TicketFigures): void {
  to.created += more.created;
  more.hours.forEach((n, at) => (to.hours[at] = (to.hours[at] ?? 0) + n));
  to.closed += more.closed;
  to.waits += more.waits;
  to.waitMs += more.waitMs;
  to.handled += more.handled;
  to.handleMs += more.handleMs;
  to.ratings += more.ratings;
  to.ratingSum += more.ratingSum;
}

/**
 * Adds up the facts of some spans by queue, person, connection and kind of contact. Everything but
 * `closed` and the ratings belongs to the moment at which the ticket was created.
 */
export function toTicketCells(
  tickets: readonly TicketFactRow[],
  ratings: readonly RatingSumRow[],
  spans: Spans,
  hours: CompanyHours,
): TicketCell[] {
  const cells = new Map<string, FigureKey & Sum>();
  const cellOf = ({ queueKey, userKey, connectionKey, isGroup }: FigureKey): Sum => {
    const key = `${String(queueKey)} ${String(userKey)} ${String(connectionKey)} ${String(isGroup)}`;
    const cell = cells.get(key) ?? { queueKey, userKey, connectionKey, isGroup, ...noFigures() };
    cells.set(key, cell);
    return cell;
  };
  const countOf = perQueue(hours, workingTimeCounter);
  for (const ticket of tickets) {
    const cell = cellOf(ticket);
    if (isWithin(ticket.createdAt, spans)) addCreated(cell, ticket, hours.settings, countOf(ticket.queueKey));
    if (ticket.isClosed && ticket.closedAt !== null && isWithin(ticket.closedAt, spans)) cell.closed++;
  }
  for (const rating of ratings) {
    const cell = cellOf(rating);
    cell.ratings += rating.n;
    cell.ratingSum += rating.sum;
  }
  return [...cells.values()];
}

function addCreated(
  cell: Sum,
  { createdAt, acceptedAt, closedAt }: TicketFactRow,
  { timeZone }: Pick<CompanyHours["settings"], "timeZone">,
  count: ReturnType<typeof workingTimeCounter>,
): void {
  cell.created++;
  const bar = localTime(createdAt, timeZone).hour - FIRST_HOUR;
  const bars = cell.hours[bar];
  if (bars !== undefined) cell.hours[bar] = bars + 1;
  if (acceptedAt === null) return;
  cell.waits++;
  cell.waitMs += count({ from: createdAt, until: acceptedAt });
  if (closedAt === null) return;
  cell.handled++;
  cell.handleMs += count({ from: acceptedAt, until: closedAt });
}

function isWithin(at: Date, { from, until }: Spans): boolean {
  return from.some((start, place) => at >= start && at < (until[place] ?? start));
}
