import type { CalendarSettings } from "../settings/index.js";
import { openDays, planOf, type DayPlan } from "./dayPlan.js";
import { clockOf, isWorkingDay } from "./openingHours.js";
import { layerOwnHours, printOwnHours, readOwnHours, type Range } from "./ownHours.js";
import { addDays, localDay, weekdayOf, type LocalDay } from "./zone.js";

/** The hours of a company and those of its queues; the directory of a process has them. */
export interface CompanyHours<S extends CalendarSettings = CalendarSettings> {
  readonly settings: S;
  readonly queues: ReadonlyMap<number, { readonly id: number; readonly openingHours: string }>;
}

const ofQueues = new WeakMap<CalendarSettings, Map<string, CalendarSettings>>();

/** The settings with the hours of a queue in place of the company's; those of the company for no queue and for one that is gone. */
export function hoursOf<S extends CalendarSettings>({ settings, queues }: CompanyHours<S>, queueId: number | null): CalendarSettings {
  const own = queueId === null ? "" : (queues.get(queueId)?.openingHours ?? "");
  if (own === "") return settings;
  const known = ofQueues.get(settings) ?? new Map<string, CalendarSettings>();
  ofQueues.set(settings, known);
  const found = known.get(own) ?? {
    ...settings,
    openingHours: printOwnHours(layerOwnHours(readOwnHours(own), readOwnHours(settings.openingHours))),
  };
  known.set(own, found);
  return found;
}

/**
 * Whether it is open, for the automatic answers (D-171, D-380): from opening up to closing, on the enabled days; lunch counts as
 * open. Equal times of the simple form mean the whole day; a closing time before the opening time runs past midnight.
 */
export function isOpeningTime(settings: CalendarSettings, now: Date): boolean {
  return openDays(settings, "open")(clockOf(now, settings.timeZone).today).some(({ from, until }) => from <= now && now < until);
}

/** Days after which hours that have not opened never will. */
const HORIZON = 400;

/** When it opens next; the moment itself while it is open, null where it never opens. */
export function nextOpening(settings: CalendarSettings, now: Date): Date | null {
  const open = openDays(settings, "open");
  const today = localDay(now, settings.timeZone);
  for (let ahead = 0; ahead < HORIZON; ahead++) {
    const span = open(addDays(today, ahead)).find(({ until }) => until > now);
    if (span) return span.from > now ? span.from : now;
  }
  return null;
}

const MONDAY = 1;
const FRIDAY = 5;
const MONDAY_FROM = 10 * 60;
const FRIDAY_UNTIL = 19 * 60;

/**
 * Whether idle tickets may be closed now: on enabled days, on Monday from 10:00 and on Friday before 19:00 (SET-036, SET-037,
 * D-177); on days with own hours within them besides (D-380).
 */
export function isAutoCloseTime(settings: CalendarSettings, now: Date): boolean {
  const { today, minute } = clockOf(now, settings.timeZone);
  const isOwn = planOf(settings, today).from !== "simple";
  if (!(isOwn ? isOpeningTime(settings, now) : isWorkingDay(today, settings))) return false;
  const weekday = weekdayOf(today);
  if (weekday === MONDAY) return minute >= MONDAY_FROM;
  return weekday !== FRIDAY || minute < FRIDAY_UNTIL;
}

/** A day of the preview: its open minutes as they begin on it, and where they come from. */
export interface PreviewedDay {
  readonly day: LocalDay;
  readonly open: readonly Range[];
  readonly from: DayPlan["from"];
  readonly isHoliday: boolean;
  /** The name of a date; empty without one. */
  readonly name: string;
}

/** The hours of some days from a day on, each interval with the day on which it begins. */
export function previewDays(settings: CalendarSettings, first: LocalDay, count: number): readonly PreviewedDay[] {
  return Array.from({ length: count }, (_none, ahead) => {
    const day = addDays(first, ahead);
    const { open, from, isHoliday, dated } = planOf(settings, day);
    return { day, open, from, isHoliday, name: dated?.name ?? "" };
  });
}
