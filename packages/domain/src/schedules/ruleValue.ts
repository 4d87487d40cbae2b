import type { RunState } from "../sends/index.js";
import { WEEKDAYS, type Recurrence, type ScheduleRule } from "./recurrence.js";

const PORTUGUESE_DAYS: readonly (readonly string[])[] = [
  ["domingo"],
  ["segunda", "segunda-feira"],
  ["terca", "terca-feira"],
  ["quarta", "quarta-feira"],
  ["quinta", "quinta-feira"],
  ["sexta", "sexta-feira"],
  ["sabado"],
];
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MOST_BUSINESS_DAYS = 23;

/** The stored form of a recurrence's value; null when the value does not fit the recurrence. */
export function toRuleValue(recurrence: Recurrence, value: string): string | null {
  const given = value.trim().toLowerCase();
  switch (recurrence) {
    case "once":
    case "last_day_of_month":
      return "0";
    case "every_day":
      return "";
    case "every_week":
      return toWeekday(given);
    case "every_month":
      return numberIn(given, 31);
    case "business_day":
      return numberIn(given, MOST_BUSINESS_DAYS);
    case "quarterly":
    case "anually":
      return toDayAndMonth(given);
  }
}

/**
 * The value of a schedule whose last run is in this state, for people: while its recipients are still being listed nothing has been
 * sent, so that a single or end-of-month schedule is not `1` yet (SCHED-014, SCHED-016, D-195).
 */
export function shownRuleValue({ recurrence, value }: Pick<ScheduleRule, "recurrence" | "value">, run: RunState | null): string {
  const isSentOrNot = recurrence === "once" || recurrence === "last_day_of_month";
  return isSentOrNot && run === "freezing" ? "0" : value;
}

function toWeekday(given: string): string | null {
  const plain = given.normalize("NFD").replace(/\p{M}/gu, "");
  const at = WEEKDAYS.findIndex((day, index) => day === plain || (PORTUGUESE_DAYS[index] ?? []).includes(plain));
  return WEEKDAYS[at] ?? null;
}

function numberIn(given: string, most: number): string | null {
  if (!/^\d{1,2}$/.test(given)) return null;
  const number = Number(given);
  return number >= 1 && number <= most ? String(number) : null;
}

function toDayAndMonth(given: string): string | null {
  const [day = "", month = "", ...rest] = given.split("/");
  const [shownDay, shownMonth] = [numberIn(day, 31), numberIn(month, 12)];
  if (shownDay === null || shownMonth === null || rest.length > 0) return null;
  return Number(shownDay) <= (DAYS_IN_MONTH[Number(shownMonth) - 1] ?? 0) ? `${shownDay}/${shownMonth}` : null;
}

/** The four months of a quarterly value, from its own month on (D-191). */
export function quarterlyMonths(value: string): readonly number[] {
  const month = Number(value.split("/")[1] ?? 1);
  return [0, 3, 6, 9].map((more) => ((month - 1 + more) % 12) + 1);
}
