import {
  addDays,
  instantAt,
  isHoliday,
  localDay,
  localTime,
  NATIONAL_HOLIDAYS,
  weekdayOf,
  type HolidayRules,
  type LocalDay,
} from "../calendar/index.js";

/** How often a schedule goes out (SCHED-013). */
export const RECURRENCES = [
  "once",
  "every_day",
  "every_week",
  "every_month",
  "quarterly",
  "anually",
  "last_day_of_month",
  "business_day",
] as const;
export type Recurrence = (typeof RECURRENCES)[number];

export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** When a schedule goes out: its kind, the value that belongs to it (D-189), and its first moment, which also gives the time of day. */
export interface ScheduleRule {
  readonly recurrence: Recurrence;
  readonly value: string;
  readonly sendAt: Date;
}

/** More than the months in which every rule has a day. */
const MONTHS_AHEAD = 13;
const DAYS_AHEAD = 8;

/**
 * The next moment after `after`, and never one before `sendAt`; null when there is none; days that a
 * month does not have become its last day (D-190). The value must have passed `toRuleValue`.
 */
export function nextOccurrence(rule: ScheduleRule, zone: string, after: Date, holidays: HolidayRules = NATIONAL_HOLIDAYS): Date | null {
  if (rule.recurrence === "once") return rule.sendAt > after ? rule.sendAt : null;
  const start = new Date(Math.max(after.getTime(), rule.sendAt.getTime() - 1));
  const { hour, minute } = localTime(rule.sendAt, zone);
  for (const day of daysFrom(rule, localDay(start, zone), holidays)) {
    const at = instantAt(day, hour * 60 + minute, zone);
    if (at > start) return at;
  }
  return null;
}

/** The next moments, at most `count`. */
export function nextOccurrences(rule: ScheduleRule, zone: string, after: Date, count: number): Date[] {
  const found: Date[] = [];
  for (let last: Date | null = after; found.length < count;) {
    last = nextOccurrence(rule, zone, last);
    if (last === null) break;
    found.push(last);
  }
  return found;
}

/** Days on which the rule falls, from this day on; enough of them to find the next one. */
function daysFrom(rule: ScheduleRule, day: LocalDay, holidays: HolidayRules): readonly LocalDay[] {
  if (rule.recurrence === "every_day" || rule.recurrence === "every_week") {
    const days = Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(day, ahead));
    return rule.recurrence === "every_day" ? days : days.filter((each) => WEEKDAYS[weekdayOf(each)] === rule.value);
  }
  const [year = 0, month = 1] = day.split("-").map(Number);
  return Array.from({ length: MONTHS_AHEAD }, (_, ahead) => monthAfter(year, month, ahead)).flatMap((at) => {
    const found = dayIn(rule, at, holidays);
    return found !== null && found >= day ? [found] : [];
  });
}

interface Month {
  readonly year: number;
  readonly month: number;
}

function monthAfter(year: number, month: number, ahead: number): Month {
  const months = year * 12 + month - 1 + ahead;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
}

/** The day of a month on which the rule falls, or null. */
function dayIn({ recurrence, value }: ScheduleRule, at: Month, holidays: HolidayRules): LocalDay | null {
  const [day = 1, month = 1] = value.split("/").map(Number);
  switch (recurrence) {
    case "every_month":
      return dayOrLast(at, day);
    case "last_day_of_month":
      return dayOrLast(at, 31);
    case "quarterly":
      return (at.month - month + 12) % 3 === 0 ? dayOrLast(at, day) : null;
    case "anually":
      return at.month === month ? dayOrLast(at, day) : null;
    case "business_day":
      return businessDay(at, day, holidays);
    default:
      return null;
  }
}

const two = (value: number): string => String(value).padStart(2, "0");
const firstOf = ({ year, month }: Month): LocalDay => `${String(year).padStart(4, "0")}-${two(month)}-01`;

function lastOf({ year, month }: Month): LocalDay {
  return addDays(firstOf(monthAfter(year, month, 1)), -1);
}

function dayOrLast(at: Month, day: number): LocalDay {
  const last = lastOf(at);
  return addDays(firstOf(at), Math.min(day, Number(last.slice(8))) - 1);
}

/** The nth day from Monday to Friday without holidays, or the month's last such day (D-192). */
function businessDay(at: Month, nth: number, holidays: HolidayRules): LocalDay {
  const last = lastOf(at);
  let found = last;
  let counted = 0;
  for (let day = firstOf(at); day <= last && counted < nth; day = addDays(day, 1)) {
    const weekday = weekdayOf(day);
    if (weekday === 0 || weekday === 6 || isHoliday(day, holidays)) continue;
    found = day;
    counted += 1;
  }
  return found;
}

const LATEST_MS = 60 * 60_000;

/** Whether a run that was missed still goes out: a single one always, a repeated one up to 60 minutes late (D-194). */
export function isStillDue(recurrence: Recurrence, dueAt: Date, now: Date): boolean {
  return recurrence === "once" || now.getTime() - dueAt.getTime() <= LATEST_MS;
}
