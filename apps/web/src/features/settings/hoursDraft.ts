import { checkOwnHours, type DatedHours, type Interval, type OwnHours } from "@balcao/domain/calendar";

/** What a weekday does: as below (the company, or the simple form), hours of its own, or closed. */
export type DayMode = "inherited" | "own" | "closed";

export const modeOf = (open: readonly Interval[] | null): DayMode => (open === null ? "inherited" : open.length === 0 ? "closed" : "own");

/** What a day begins with when it gets hours of its own. */
const FIRST: Interval = ["08:00", "18:00"];

/** The intervals after a choice of the mode; those that were there stay. */
export function withMode(open: readonly Interval[] | null, mode: DayMode): readonly Interval[] | null {
  if (mode === "inherited") return null;
  if (mode === "closed") return [];
  return open && open.length > 0 ? open : [FIRST];
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clock = (minute: number): string => [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** HH:mm of what was typed: "9", "930", "9:30", "09h30"; the same text where it is no time. */
export function toTime(typed: string): string {
  const [, hours = "", rest = ""] = /^\s*(\d{1,2})\s*[:h.]?\s*(\d{2})?\s*h?\s*$/i.exec(typed) ?? [];
  return hours === "" ? typed : `${hours.padStart(2, "0")}:${rest.padStart(2, "0")}`;
}

/** The intervals with one more, an hour after the last and not past midnight; the same where there is no room. */
export function withMore(open: readonly Interval[]): readonly Interval[] {
  const [from, until] = open.at(-1) ?? FIRST;
  const start = minutes(until) + 60;
  return until <= from || start > 1_380 ? open : [...open, [clock(start), clock(Math.min(start + 240, 1_439))]];
}

/** The week with the hours of a day on other days. */
export const withCopies = ({ week, days }: OwnHours, from: number, to: readonly number[]): OwnHours => ({
  week: week.map((open, day) => (to.includes(day) ? (week[from] ?? null) : open)),
  days,
});

export const withDay = ({ week, days }: OwnHours, at: number, open: readonly Interval[] | null): OwnHours => ({
  week: week.map((each, day) => (day === at ? open : each)),
  days,
});

export const withDate = ({ week, days }: OwnHours, at: number, date: DatedHours | null): OwnHours => ({
  week,
  days: days.flatMap((each, place) => (place === at ? (date ? [date] : []) : [each])),
});

/** The problem of a draft; an empty date or time is one, too. */
export function problemOf(draft: OwnHours) {
  const checked = checkOwnHours(draft);
  return checked.ok ? null : checked.problem;
}
