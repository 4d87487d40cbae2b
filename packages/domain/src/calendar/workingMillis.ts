import type { CalendarSettings } from "../settings/index.js";
import { minutesOf } from "./openingHours.js";
import { addDays, instantAt, localDay, weekdayOf, type LocalDay } from "./zone.js";

/** Two instants; the time between them is waiting (TME) or handling (TMA). */
export interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

type CountedSettings = Pick<
  CalendarSettings,
  "timeZone" | "horarioAbertura" | "horarioFechamento" | "horarioAlmoco" | "horarioFimAlmoco" | "saturday" | "sunday"
>;

/**
 * Counts business time between two instants in milliseconds: opening to closing without lunch, Saturday and Sunday by their toggles
 * and no other day left out (D-107). A lunch outside the hours or with inverted ends is ignored (D-225). The counter remembers
 * days, so make one for many spans.
 */
export function workingTimeCounter(settings: CountedSettings): (span: TimeSpan) => number {
  const days = new Map<LocalDay, readonly TimeSpan[]>();
  const windowsOn = (day: LocalDay): readonly TimeSpan[] => {
    const known = days.get(day);
    if (known !== undefined) return known;
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

/** Business time between two instants in milliseconds; 0 when they are in the wrong order. */
export function workingMillisBetween(from: Date, until: Date, settings: CountedSettings): number {
  return workingTimeCounter(settings)({ from, until });
}

/** The average of business times in milliseconds; 0 without spans. */
export function averageWorkingMillis(spans: readonly TimeSpan[], settings: CountedSettings): number {
  if (spans.length === 0) return 0;
  const count = workingTimeCounter(settings);
  return spans.reduce((sum, span) => sum + count(span), 0) / spans.length;
}

/** hh:mm:ss, with as many hours as there are (D-107). */
export function formatDuration(millis: number): string {
  const seconds = Math.round(millis / 1_000);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function isCounted(day: LocalDay, settings: CountedSettings): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 6) return settings.saturday;
  return weekday === 0 ? settings.sunday : true;
}

/** The counted stretches of a day, in minutes after midnight. */
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
