import { addDays, type LocalDay } from "./zone.js";

/**
 * Which holidays count: the national ones, and the company's own days as `yyyy-MM-dd` or, every
 * year, `MM-dd` (D-012).
 */
export interface HolidayRules {
  readonly national: boolean;
  readonly extra: readonly string[];
}

/** Brazil's national holidays only. */
export const NATIONAL_HOLIDAYS: HolidayRules = { national: true, extra: [] };

const FIXED = ["01-01", "04-21", "05-01", "09-07", "10-12", "11-02", "11-15", "12-25"];
const BLACK_CONSCIOUSNESS = { day: "11-20", since: 2024 };

export function isHoliday(day: LocalDay, rules: HolidayRules = NATIONAL_HOLIDAYS): boolean {
  const monthAndDay = day.slice(5);
  if (rules.extra.includes(day) || rules.extra.includes(monthAndDay)) return true;
  if (!rules.national) return false;
  const year = Number(day.slice(0, 4));
  if (FIXED.includes(monthAndDay) || (monthAndDay === BLACK_CONSCIOUSNESS.day && year >= BLACK_CONSCIOUSNESS.since)) return true;
  return day === addDays(easterOf(year), -2);
}

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876). */
function easterOf(year: number): LocalDay {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return `${String(year)}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
