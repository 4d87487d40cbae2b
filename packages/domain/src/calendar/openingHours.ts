import type { Profile } from "../access/index.js";
import { isHoliday, NATIONAL_HOLIDAYS, type HolidayRules } from "./holidays.js";
import { addDays, dayOf, localTime, weekdayOf, type LocalDay } from "./zone.js";

/** On which days a person or the company works. */
interface WorkingDays {
  readonly weekdays: boolean;
  readonly saturday: boolean;
  readonly sunday: boolean;
  readonly holidays: boolean;
}

/**
 * A person's working time. Hours are HH:mm, and null or empty when the person has none.
 */
export interface WorkingHours extends WorkingDays {
  readonly profile: Profile;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/** Working time of a new user (USER-027, USER-028). */
export const DEFAULT_WORKING_HOURS = {
  weekdays: true,
  saturday: false,
  sunday: false,
  holidays: false,
  startTime: "08:00",
  endTime: "18:00",
} as const;

const SUNDAY = 0;
const SATURDAY = 6;

/** Minutes after midnight of HH:mm. */
export function minutesOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/**
 * Whether a person may work now: the day by its flags, the hours with both ends included (TICKET-024
 * to TICKET-028, D-011); administrators always may. A shift that ends before it starts runs past
 * midnight and belongs to the day on which it began; equal ends mean the whole day; without hours
 * only the day counts.
 */
export function isWorkingTime(user: WorkingHours, now: Date, zone: string, holidays: HolidayRules = NATIONAL_HOLIDAYS): boolean {
  if (user.profile === "admin") return true;
  const { today, minute } = clockOf(now, zone);
  if (!user.startTime || !user.endTime || user.startTime === user.endTime) return isWorkingDay(today, user, holidays);
  const [start, end] = [minutesOf(user.startTime), minutesOf(user.endTime)];
  if (start < end) return minute >= start && minute <= end && isWorkingDay(today, user, holidays);
  if (minute >= start) return isWorkingDay(today, user, holidays);
  return minute <= end && isWorkingDay(addDays(today, -1), user, holidays);
}

/**
 * Whether a day is a working day. A holiday needs its own flag as well as the flag of its weekday.
 */
export function isWorkingDay(day: LocalDay, days: WorkingDays, holidays: HolidayRules = NATIONAL_HOLIDAYS): boolean {
  if (!days.holidays && isHoliday(day, holidays)) return false;
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return days.saturday;
  return weekday === SUNDAY ? days.sunday : days.weekdays;
}

interface WallClock {
  readonly today: LocalDay;
  readonly minute: number;
}

// Every call of every person checks working time, so the clock of the current minute is cached.
let latest: { readonly zone: string; readonly minutes: number; readonly clock: WallClock } | null = null;

/** The day and the minute of the day that the clocks of a zone show. */
export function clockOf(now: Date, zone: string): WallClock {
  const minutes = Math.floor(now.getTime() / 60_000);
  if (latest?.minutes === minutes && latest.zone === zone) return latest.clock;
  const local = localTime(now, zone);
  const clock = { today: dayOf(local), minute: local.hour * 60 + local.minute };
  latest = { zone, minutes, clock };
  return clock;
}
