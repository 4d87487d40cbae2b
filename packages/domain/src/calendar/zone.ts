/** The wall clock and calendar day of an instant in a zone. `weekday` is 0 for Sunday. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
}

/** A day of the calendar, `yyyy-MM-dd`. */
export type LocalDay = string;

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of an IANA zone at an instant. Throws RangeError for an unknown zone. */
export function localTime(instant: Date, zone: string): LocalTime {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
  }
  const parts = new Map<string, number>();
  for (const { type, value } of format.formatToParts(instant)) parts.set(type, Number(value));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const [year, month, day] = [part("year"), part("month"), part("day")];
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return { year, month, day, hour: part("hour"), minute: part("minute"), second: part("second"), weekday };
}

/** The calendar day of an instant in a zone. */
export function localDay(instant: Date, zone: string): LocalDay {
  return dayOf(localTime(instant, zone));
}

/** `yyyy-MM-dd` of a wall clock. */
export function dayOf({ year, month, day }: Pick<LocalTime, "year" | "month" | "day">): LocalDay {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Whether the text is an existing day as `yyyy-MM-dd`. */
export function isLocalDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The day `days` days later, or earlier when negative. */
export function addDays(day: LocalDay, days: number): LocalDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Day of the week, 0 for Sunday. */
export function weekdayOf(day: LocalDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/**
 * The instant at which the clocks of a zone show `minutes` after midnight of a day (1440 = the end
 * of the day). For a time that the clocks skip it is the first instant after the gap; for a time
 * that they show twice it is the first one.
 */
export function instantAt(day: LocalDay, minutes: number, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * 60 * SECOND;
  // Zones differ from UTC by at most 14 hours, so the offsets one day before and one day after are
  // the two offsets around any change of the clocks.
  const [earlier, later] = [offsetAt(wanted - DAY, zone), offsetAt(wanted + DAY, zone)]
    .map((offset) => wanted - offset)
    .sort((a, b) => a - b);
  const candidates = [earlier, later].filter((instant) => instant !== undefined);
  const exact = candidates.find((instant) => instant + offsetAt(instant, zone) === wanted);
  return new Date(exact ?? firstAfterGap(candidates, wanted, zone));
}

/** Midnight to midnight of a day in a zone. `from` is part of the day, `until` is not (D-033). */
export function dayBounds(day: LocalDay, zone: string): { readonly from: Date; readonly until: Date } {
  return { from: instantAt(day, 0, zone), until: instantAt(addDays(day, 1), 0, zone) };
}

/** The bounds of the days from the first to the last, both included. */
export function periodBounds(first: LocalDay, last: LocalDay, zone: string): { readonly from: Date; readonly until: Date } {
  return { from: dayBounds(first, zone).from, until: dayBounds(last, zone).until };
}

/** First and last day of the month in which an instant falls (DASH, NPS-001). */
export function monthOf(instant: Date, zone: string): { readonly first: LocalDay; readonly last: LocalDay } {
  const { year, month } = localTime(instant, zone);
  const first = dayOf({ year, month, day: 1 });
  const next = month === 12 ? dayOf({ year: year + 1, month: 1, day: 1 }) : dayOf({ year, month: month + 1, day: 1 });
  return { first, last: addDays(next, -1) };
}

function offsetAt(instant: number, zone: string): number {
  const t = localTime(new Date(instant), zone);
  return Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second) - Math.floor(instant / SECOND) * SECOND;
}

/**
 * The clocks skip the wanted time between the two candidates: finds the first whole second after
 * the gap.
 */
function firstAfterGap([low = 0, high = low]: readonly number[], wanted: number, zone: string): number {
  let [before, after] = [Math.floor(low / SECOND), Math.ceil(high / SECOND)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle * SECOND + offsetAt(middle * SECOND, zone) < wanted) before = middle;
    else after = middle;
  }
  return after * SECOND;
}
