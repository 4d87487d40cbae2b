import type { CalendarSettings } from "../settings/index.js";
import { minutesOf } from "./openingHours.js";
import { addDays, dayBounds, instantAt, localDay, weekdayOf, type LocalDay } from "./zone.js";

/** Two instants; the time between them is waiting time (TME) or handling time (TMA). */
export interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

/** The settings that decide which time counts as working time. */
export type CountedSettings = Pick<
  CalendarSettings,
  "timeZone" | "horarioAbertura" | "horarioFechamento" | "horarioAlmoco" | "horarioFimAlmoco" | "saturday" | "sunday"
>;

/**
 * Returns a function that counts business time between two instants in milliseconds: opening to
 * closing without lunch, on every day except a disabled Saturday or Sunday (D-107). A lunch outside
 * the hours or with inverted ends is ignored (D-225). The function caches days, so make one for
 * many spans.
 */
export function workingTimeCounter(settings: CountedSettings): (span: TimeSpan) => number {
  const days = new Map<LocalDay, readonly TimeSpan[]>();
  const windowsOn = (day: LocalDay): readonly TimeSpan[] => {
    const cached = days.get(day);
    if (cached !== undefined) return cached;
    const windows = isCounted(day, settings)
      ? windowsOf(settings).map(([from, until]) => ({
          from: instantAt(day, from, settings.timeZone),
          until: instantAt(day, until, settings.timeZone),
        }))
      : [];
    days.set(day, windows);
    return windows;
  };
  return ({ from, until }) => {
    let sum = 0;
    const last = localDay(until, settings.timeZone);
    for (let day = localDay(from, settings.timeZone); day <= last; day = addDays(day, 1)) {
      for (const window of windowsOn(day)) {
        sum += Math.max(0, Math.min(window.until.getTime(), until.getTime()) - Math.max(window.from.getTime(), from.getTime()));
      }
    }
    return sum;
  };
}

/** Why a part of a span is no working time. */
type UncountedReason = "closed" | "lunch" | "weekend";

/** A part of a span: counted (`reason` is null), or left out with the reason. */
export interface WorkingTimePart extends TimeSpan {
  readonly reason: UncountedReason | null;
}

/**
 * Returns a function that splits a span into parts, in order and without gaps, so that a person can
 * follow what `workingTimeCounter` counts: the counted parts add up to its result. Neighbouring
 * parts differ in their reason. A span in the wrong order has no parts.
 */
export function workingTimeSplitter(settings: CountedSettings): (span: TimeSpan) => readonly WorkingTimePart[] {
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
function partsOfDay(day: LocalDay, settings: CountedSettings): readonly WorkingTimePart[] {
  const { from: midnight, until: end } = dayBounds(day, settings.timeZone);
  if (!isCounted(day, settings)) return [{ from: midnight, until: end, reason: "weekend" }];
  const windows = windowsOf(settings);
  const [opening, closing] = [minutesOf(settings.horarioAbertura), minutesOf(settings.horarioFechamento)];
  const between: UncountedReason = opening < closing ? "lunch" : "closed";
  const parts: WorkingTimePart[] = [];
  let at = midnight;
  windows.forEach(([first, last], place) => {
    const [start, stop] = [instantAt(day, first, settings.timeZone), instantAt(day, last, settings.timeZone)];
    parts.push({ from: at, until: start, reason: place === 0 ? "closed" : between }, { from: start, until: stop, reason: null });
    at = stop;
  });
  return [...parts, { from: at, until: end, reason: "closed" }];
}

/** One text per way of counting: figures of two days were counted alike when it is the same. */
export function toCountingRule(settings: CountedSettings): string {
  return [
    settings.timeZone,
    settings.horarioAbertura,
    settings.horarioAlmoco,
    settings.horarioFimAlmoco,
    settings.horarioFechamento,
    Number(settings.saturday),
    Number(settings.sunday),
  ].join(" ");
}

/** The duration as hh:mm:ss; the hours may exceed 23. */
export function formatDuration(millis: number): string {
  const seconds = Math.round(millis / 1_000);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function isCounted(day: LocalDay, settings: CountedSettings): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 6) return settings.saturday;
  return weekday === 0 ? settings.sunday : true;
}

/** The counted periods of a day, in minutes after midnight. */
function windowsOf(settings: CountedSettings): readonly (readonly [number, number])[] {
  const [opening, closing] = [minutesOf(settings.horarioAbertura), minutesOf(settings.horarioFechamento)];
  if (opening === closing) return [[0, 1_440]];
  if (opening > closing)
    return [
      [0, closing],
      [opening, 1_440],
    ];
  const [lunch, lunchEnd] = [minutesOf(settings.horarioAlmoco), minutesOf(settings.horarioFimAlmoco)];
  return opening < lunch && lunch < lunchEnd && lunchEnd < closing
    ? [
        [opening, lunch],
        [lunchEnd, closing],
      ]
    : [[opening, closing]];
}
