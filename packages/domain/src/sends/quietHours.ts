import { addDays, instantAt, localDay, minutesOf } from "../calendar/index.js";
import type { Settings } from "../settings/index.js";

type QuietSettings = Pick<Settings, "quietHours" | "quietFrom" | "quietUntil" | "timeZone">;

/**
 * When the quiet hours in which an instant falls end; null outside of them. From equal to until
 * means none, and a time before the beginning is on the next day.
 */
export function quietUntil({ quietHours, quietFrom, quietUntil: end, timeZone }: QuietSettings, now: Date): Date | null {
  const [from, until] = [minutesOf(quietFrom), minutesOf(end)];
  if (!quietHours || from === until) return null;
  const today = localDay(now, timeZone);
  for (const day of [addDays(today, -1), today]) {
    const begins = instantAt(day, from, timeZone);
    const ends = instantAt(from < until ? day : addDays(day, 1), until, timeZone);
    if (begins <= now && now < ends) return ends;
  }
  return null;
}
