import type { CalendarSettings } from "../settings/index.js";
import { isHoliday, NATIONAL_HOLIDAYS } from "./holidays.js";
import { isWorkingDay, minutesOf } from "./openingHours.js";
import { ownIntervals, readOwnHours, toRange, type DatedHours, type Range } from "./ownHours.js";
import { addDays, instantAt, weekdayOf, type LocalDay } from "./zone.js";

/** Two instants; the time between them is waiting time (TME) or handling time (TMA). */
export interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

/**
 * The two readings of the same hours: open is when customers are answered, counted is what TME and TMA measure. They differ in
 * the simple form only: lunch is open and not counted, holidays and disabled weekdays are counted and not open (D-107, D-171).
 */
export type Reading = "open" | "counted";

/** What begins on a day, and what the time that is not open is called. */
export interface DayPlan {
  readonly open: readonly Range[];
  readonly counted: readonly Range[];
  readonly lunch: Range | null;
  /** What a day without any open time is called. */
  readonly closedAs: "closed" | "weekend" | "holiday";
  /** Where the hours come from: a date, the own hours of a weekday, or the simple form. */
  readonly from: "date" | "week" | "simple";
  /** Closed, because it is a national holiday. */
  readonly isHoliday: boolean;
  readonly dated: DatedHours | null;
}

const DAY = 1_440;

/** The hours that begin on a day: those of the date, else none on a holiday, else those of the weekday, else the simple form (D-380). */
export function planOf(settings: CalendarSettings, day: LocalDay): DayPlan {
  const own = ownIntervals(readOwnHours(settings.openingHours), day);
  if (own === null) return simplePlan(settings, day);
  const { dated } = own;
  const isFree = dated === null && !settings.holidays && isHoliday(day, NATIONAL_HOLIDAYS);
  const ranges = isFree ? [] : own.open.map(toRange);
  const closedAs = dated || isFree ? "holiday" : isWeekend(day) ? "weekend" : "closed";
  return { open: ranges, counted: ranges, lunch: null, closedAs, from: dated ? "date" : "week", isHoliday: isFree, dated };
}

const isWeekend = (day: LocalDay): boolean => weekdayOf(day) % 6 === 0;

function simplePlan(settings: CalendarSettings, day: LocalDay): DayPlan {
  const [opening, closing] = [minutesOf(settings.horarioAbertura), minutesOf(settings.horarioFechamento)];
  const whole: Range = opening === closing ? [0, DAY] : [opening, opening < closing ? closing : closing + DAY];
  const lunch = lunchOf(settings, whole);
  const windows: readonly Range[] = lunch
    ? [
        [whole[0], lunch[0]],
        [lunch[1], whole[1]],
      ]
    : [whole];
  return {
    open: isWorkingDay(day, settings) ? [whole] : [],
    counted: isCounted(day, settings) ? windows : [],
    lunch,
    closedAs: "weekend",
    from: "simple",
    isHoliday: !settings.holidays && isHoliday(day, NATIONAL_HOLIDAYS),
    dated: null,
  };
}

/** A lunch outside the hours or with inverted ends is ignored (D-225), and so is that of hours that run past midnight. */
function lunchOf(settings: CalendarSettings, [opening, closing]: Range): Range | null {
  const [lunch, end] = [minutesOf(settings.horarioAlmoco), minutesOf(settings.horarioFimAlmoco)];
  return settings.horarioAbertura !== settings.horarioFechamento && closing <= DAY && opening < lunch && lunch < end && end < closing
    ? [lunch, end]
    : null;
}

function isCounted(day: LocalDay, settings: CalendarSettings): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 6) return settings.saturday;
  return weekday === 0 ? settings.sunday : true;
}

/** The open minutes of a calendar day, in order and apart from each other, with what runs over from the day before. */
export function piecesOf(settings: CalendarSettings, day: LocalDay, reading: Reading): readonly Range[] {
  const before = planOf(settings, addDays(day, -1))[reading].map(([from, until]): Range => [from - DAY, until - DAY]);
  const pieces = [...before, ...planOf(settings, day)[reading]]
    .map(([from, until]): Range => [Math.max(0, from), Math.min(DAY, until)])
    .filter(([from, until]) => from < until)
    .sort(([a], [b]) => a - b);
  const apart: Range[] = [];
  for (const [from, until] of pieces) {
    const last = apart.at(-1);
    if (last && from <= last[1]) apart[apart.length - 1] = [last[0], Math.max(last[1], until)];
    else apart.push([from, until]);
  }
  return apart;
}

type OpenDays = (day: LocalDay) => readonly TimeSpan[];
const calendars = new WeakMap<CalendarSettings, Partial<Record<Reading, OpenDays>>>();

/** The open time of calendar days as instants; the days of the same settings are computed once. */
export function openDays(settings: CalendarSettings, reading: Reading): OpenDays {
  const found = calendars.get(settings) ?? {};
  calendars.set(settings, found);
  return (found[reading] ??= createOpenDays(settings, reading));
}

function createOpenDays(settings: CalendarSettings, reading: Reading): OpenDays {
  const days = new Map<LocalDay, readonly TimeSpan[]>();
  return (day) => {
    const cached = days.get(day);
    if (cached) return cached;
    const spans = piecesOf(settings, day, reading)
      .map(([from, until]) => ({ from: instantAt(day, from, settings.timeZone), until: instantAt(day, until, settings.timeZone) }))
      // Clocks that skip an hour may skip a whole interval.
      .filter(({ from, until }) => from < until);
    days.set(day, spans);
    return spans;
  };
}
