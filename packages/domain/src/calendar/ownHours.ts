import { isLocalDay, weekdayOf, type LocalDay } from "./zone.js";

/** Open from a time to another, both HH:mm. One that does not end later than it begins ends on the next day. */
export type Interval = readonly [from: string, until: string];

/** What holds on one date: its intervals, or none on a closed day. */
export interface DatedHours {
  readonly day: LocalDay;
  readonly name: string;
  readonly open: readonly Interval[];
}

/**
 * Opening hours that differ from the simple form, of the company or of a queue (D-380): by weekday, Sunday first, where null
 * means "as below" (the company's for a queue, the simple form for the company), and by date.
 */
export interface OwnHours {
  readonly week: readonly (readonly Interval[] | null)[];
  readonly days: readonly DatedHours[];
}

export const NO_OWN_HOURS: OwnHours = { week: [null, null, null, null, null, null, null], days: [] };

/** Bounds of what people enter. */
export const OWN_HOURS_LIMITS = { intervals: 6, days: 200, name: 60, text: 30_000 } as const;

/** Why own hours are refused; `at` is the weekday or the date. */
export interface OwnHoursProblem {
  readonly rule: "form" | "time" | "overlap" | "overlapsNext" | "tooMany" | "date" | "sameDate" | "name";
  readonly at: number | LocalDay | null;
}

/** Minutes after midnight. The end may lie on the next day. */
export type Range = readonly [from: number, until: number];

const DAY = 1_440;
const FROM = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const UNTIL = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The minutes of an interval: 22:00–02:00 are 1320 to 1560. */
export function toRange([from, until]: Interval): Range {
  const [start, end] = [minutes(from), minutes(until)];
  return end > start ? [start, end] : [start, end + DAY];
}

/** Whether an interval ends on the next day; one that ends at midnight does not. */
export const isOverMidnight = (interval: Interval): boolean => toRange(interval)[1] > DAY;

const byDay = (one: DatedHours, other: DatedHours): number => one.day.localeCompare(other.day);

/** Checks own hours: their canonical form with sorted intervals and dates, or the first problem. */
export function checkOwnHours(
  hours: OwnHours,
): { readonly ok: true; readonly hours: OwnHours } | { readonly ok: false; readonly problem: OwnHoursProblem } {
  const week = hours.week.map((open) => open && sorted(open));
  const days = [...hours.days].map((each) => ({ ...each, name: each.name.trim(), open: sorted(each.open) })).sort(byDay);
  const problem = problemOfWeek(week) ?? problemOfDates(days);
  return problem ? { ok: false, problem } : { ok: true, hours: { week, days } };
}

/** A time of a day that does not exist sorts last; it is refused afterwards. */
const sorted = (open: readonly Interval[]): readonly Interval[] =>
  open.map(([from, until]): Interval => [from, until === "24:00" ? "00:00" : until]).sort(([a], [b]) => a.localeCompare(b));

function problemOfWeek(week: OwnHours["week"]): OwnHoursProblem | null {
  for (const [at, open] of week.entries()) {
    const rule = open && problemOf(open);
    if (rule) return { rule, at };
  }
  const after = week.findIndex((open, at) => runsInto(open, week[(at + 1) % 7]));
  return after < 0 ? null : { rule: "overlapsNext", at: after };
}

function runsInto(open: readonly Interval[] | null, next: readonly Interval[] | null | undefined): boolean {
  const [last, first] = [open?.at(-1), next?.[0]];
  return last !== undefined && first !== undefined && toRange(last)[1] - DAY > toRange(first)[0];
}

function problemOfDates(days: readonly DatedHours[]): OwnHoursProblem | null {
  if (days.length > OWN_HOURS_LIMITS.days) return { rule: "tooMany", at: null };
  for (const [place, { day, name, open }] of days.entries()) {
    if (!isLocalDay(day)) return { rule: "date", at: day };
    if (days[place + 1]?.day === day) return { rule: "sameDate", at: day };
    if (name.length > OWN_HOURS_LIMITS.name) return { rule: "name", at: day };
    const rule = problemOf(open);
    if (rule) return { rule, at: day };
  }
  return null;
}

function problemOf(open: readonly Interval[]): OwnHoursProblem["rule"] | null {
  if (open.length > OWN_HOURS_LIMITS.intervals) return "tooMany";
  if (!open.every(([from, until]) => FROM.test(from) && UNTIL.test(until))) return "time";
  const overlaps = open.some((each, at) => {
    const next = open[at + 1];
    return next !== undefined && toRange(each)[1] > toRange(next)[0];
  });
  return overlaps ? "overlap" : null;
}

const NOTHING = { ok: true, hours: NO_OWN_HOURS } as const;

/** Reads own hours from their text, the form on the wire and in the database: JSON, or empty for none. */
export function parseOwnHours(text: string): ReturnType<typeof checkOwnHours> {
  if (text.trim() === "") return NOTHING;
  const hours = text.length > OWN_HOURS_LIMITS.text ? null : toHours(readJson(text));
  return hours ? checkOwnHours(hours) : { ok: false, problem: { rule: "form", at: null } };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toHours(value: unknown): OwnHours | null {
  if (typeof value !== "object" || value === null) return null;
  const { week, days = [] } = value as { readonly week?: unknown; readonly days?: unknown };
  if (!Array.isArray(week) || week.length !== 7 || !Array.isArray(days)) return null;
  const isWeek = week.every((open) => open === null || isIntervals(open));
  return isWeek && days.every(isDated) ? { week, days: days.map(({ day, name, open }) => ({ day, name, open })) } : null;
}

const isIntervals = (value: unknown): value is readonly Interval[] =>
  Array.isArray(value) && value.every((each) => Array.isArray(each) && each.length === 2 && each.every((time) => typeof time === "string"));

function isDated(value: unknown): value is DatedHours {
  if (typeof value !== "object" || value === null) return false;
  const { day, name, open } = value as { readonly [K in keyof DatedHours]?: unknown };
  return typeof day === "string" && typeof name === "string" && isIntervals(open);
}

/** The text of own hours; empty when nothing differs from what is below. */
export const printOwnHours = ({ week, days }: OwnHours): string =>
  days.length === 0 && week.every((open) => open === null) ? "" : JSON.stringify({ week, days });

// Every message of a customer reads them, and there are as many texts as the company has queues.
const known = new Map<string, OwnHours>();
const MOST_KNOWN = 500;

/** The own hours of a stored text; a text that is none counts as empty, so that a bad row never stops Balcão. */
export function readOwnHours(text: string): OwnHours {
  const found = known.get(text);
  if (found) return found;
  const parsed = parseOwnHours(text);
  const hours = parsed.ok ? parsed.hours : NO_OWN_HOURS;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, hours);
  return hours;
}

/** A queue's hours over the company's: where the queue says nothing, the company's hold. */
export function layerOwnHours(over: OwnHours, below: OwnHours): OwnHours {
  const dated = new Set(over.days.map(({ day }) => day));
  // A weekday of the queue does not open it on a day on which the company is closed by date.
  const days = [...over.days, ...below.days.filter(({ day }) => !dated.has(day))];
  return { week: over.week.map((open, at) => open ?? below.week[at] ?? null), days: days.sort(byDay) };
}

const WEEKDAYS = ["dom", "seg", "ter", "qua", "qui", "sex", "sáb"];
const inWords = (open: readonly Interval[]): string => (open.length === 0 ? "fechado" : open.map((each) => each.join("–")).join(" "));

/** Own hours as the audit tells them: "seg 08:00–12:00 13:00–18:00, sáb fechado, 24/12/2026 08:00–12:00". */
export function describeOwnHours({ week, days }: OwnHours): string {
  const weekly = week.flatMap((open, at) => (open ? [`${WEEKDAYS[at] ?? ""} ${inWords(open)}`] : []));
  const dated = days.map(({ day, open }) => `${day.split("-").reverse().join("/")} ${inWords(open)}`);
  return [...weekly, ...dated].join(", ");
}

/** The dates up to a day on which two hours differ, in order. */
export function changedDates(before: OwnHours, after: OwnHours, today: LocalDay): readonly LocalDay[] {
  const written = ({ days }: OwnHours) => new Map(days.map(({ day, open }) => [day, JSON.stringify(open)]));
  const [old, now] = [written(before), written(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((day) => day <= today && old.get(day) !== now.get(day)).sort();
}

/** What a weekday of own hours is called in a list that begins on Monday. */
export const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0] as const;

/** The intervals that own hours have for a day; null where they say nothing of it. */
export function ownIntervals(
  hours: OwnHours,
  day: LocalDay,
): { readonly open: readonly Interval[]; readonly dated: DatedHours | null } | null {
  const dated = hours.days.find((each) => each.day === day) ?? null;
  const open = dated?.open ?? hours.week[weekdayOf(day)];
  return open ? { open, dated } : null;
}
