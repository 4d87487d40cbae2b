import type { CalendarSettings } from "../settings/index.js";
import { openDays, piecesOf, planOf, type TimeSpan } from "./dayPlan.js";
import { hoursOf, type CompanyHours } from "./openTimes.js";
import { readOwnHours } from "./ownHours.js";
import { addDays, dayBounds, instantAt, localDay, type LocalDay } from "./zone.js";

/**
 * Returns a function that counts business time between two instants in milliseconds: opening to
 * closing without lunch, on every day except a disabled Saturday or Sunday (D-107), and the own hours of days that have them
 * (D-380). A lunch outside the hours or with inverted ends is ignored (D-225). Days are cached, so make one for many spans.
 */
export function workingTimeCounter(settings: CalendarSettings): (span: TimeSpan) => number {
  const counted = openDays(settings, "counted");
  return ({ from, until }) => {
    let sum = 0;
    const last = localDay(until, settings.timeZone);
    for (let day = localDay(from, settings.timeZone); day <= last; day = addDays(day, 1)) {
      for (const window of counted(day)) {
        sum += Math.max(0, Math.min(window.until.getTime(), until.getTime()) - Math.max(window.from.getTime(), from.getTime()));
      }
    }
    return sum;
  };
}

/** Days without any working time after which hours are taken as never open again. */
const HORIZON = 400;

/**
 * Returns a function that says when so many milliseconds of business time have passed since an instant, as `workingTimeCounter` counts
 * it; null where the hours never open again.
 */
export function workingTimeAdder(settings: CalendarSettings): (from: Date, millis: number) => Date | null {
  const counted = openDays(settings, "counted");
  return (from, millis) => {
    let left = millis;
    for (let [day, idle] = [localDay(from, settings.timeZone), 0]; idle < HORIZON; day = addDays(day, 1), idle++) {
      for (const window of counted(day)) {
        const start = Math.max(window.from.getTime(), from.getTime());
        const length = window.until.getTime() - start;
        if (length <= 0) continue;
        if (left <= length) return new Date(start + left);
        left -= length;
        idle = 0;
      }
    }
    return null;
  };
}

/** One function per queue of those that read hours: a queue that says nothing shares the company's. */
export function perQueue<T>(hours: CompanyHours, make: (settings: CalendarSettings) => T): (queueId: number | null) => T {
  const made = new Map<CalendarSettings, T>();
  return (queueId) => {
    const settings = hoursOf(hours, queueId);
    const found = made.get(settings) ?? make(settings);
    made.set(settings, found);
    return found;
  };
}

/** Why a part of a span is no working time. */
type UncountedReason = "closed" | "lunch" | "weekend" | "holiday";

/** A part of a span: counted (`reason` is null), or left out with the reason. */
export interface WorkingTimePart extends TimeSpan {
  readonly reason: UncountedReason | null;
}

/**
 * Returns a function that splits a span into parts, in order and without gaps, so that a person can
 * follow what `workingTimeCounter` counts: the counted parts add up to its result. Neighbouring
 * parts differ in their reason. A span in the wrong order has no parts.
 */
export function workingTimeSplitter(settings: CalendarSettings): (span: TimeSpan) => readonly WorkingTimePart[] {
  return ({ from, until }) => {
    const parts: WorkingTimePart[] = [];
    const last = localDay(until, settings.timeZone);
    for (let day = localDay(from, settings.timeZone); day <= last; day = addDays(day, 1)) {
      for (const part of partsOfDay(day, settings)) {
        const start = new Date(Math.max(part.from.getTime(), from.getTime()));
        const end = new Date(Math.min(part.until.getTime(), until.getTime()));
        if (start < end) addPart(parts, { from: start, until: end, reason: part.reason });
      }
    }
    return parts;
  };
}

function addPart(parts: WorkingTimePart[], part: WorkingTimePart): void {
  const previous = parts.at(-1);
  if (previous?.reason === part.reason) parts[parts.length - 1] = { ...previous, until: part.until };
  else parts.push(part);
}

/** A whole day, from midnight to midnight, in parts. */
function partsOfDay(day: LocalDay, settings: CalendarSettings): readonly WorkingTimePart[] {
  const { from: midnight, until: end } = dayBounds(day, settings.timeZone);
  const plan = planOf(settings, day);
  const pieces = piecesOf(settings, day, "counted");
  const isLunch = (at: number): boolean => plan.counted.length > 0 && plan.lunch?.[0] === at;
  const closedAs = plan.counted.length === 0 ? plan.closedAs : "closed";
  const parts: WorkingTimePart[] = [];
  let [at, minute] = [midnight, 0];
  for (const [first, last] of pieces) {
    const [start, stop] = [instantAt(day, first, settings.timeZone), instantAt(day, last, settings.timeZone)];
    parts.push({ from: at, until: start, reason: isLunch(minute) ? "lunch" : closedAs }, { from: start, until: stop, reason: null });
    [at, minute] = [stop, last];
  }
  return [...parts, { from: at, until: end, reason: closedAs }];
}

/**
 * One text per way of counting: figures of two days were counted alike when it is the same. Dates are not in it, since most of
 * them lie ahead: a change of one that is over disowns the days that it concerns.
 */
export function toCountingRule({ settings, queues }: CompanyHours): string {
  const weeks = [{ id: 0, openingHours: settings.openingHours }, ...queues.values()].flatMap(({ id, openingHours }) => {
    const { week } = readOwnHours(openingHours);
    return week.some((open) => open !== null) ? [`${String(id)}${JSON.stringify(week)}`] : [];
  });
  return [
    settings.timeZone,
    settings.horarioAbertura,
    settings.horarioAlmoco,
    settings.horarioFimAlmoco,
    settings.horarioFechamento,
    Number(settings.saturday),
    Number(settings.sunday),
    // Hours past midnight were counted by the calendar day once.
    ...(settings.horarioAbertura > settings.horarioFechamento ? ["overnight"] : []),
    ...(weeks.length > 0 ? [Number(settings.holidays), ...weeks.sort()] : []),
  ].join(" ");
}

/** The duration as hh:mm:ss; the hours may exceed 23. */
export function formatDuration(millis: number): string {
  const seconds = Math.round(millis / 1_000);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
