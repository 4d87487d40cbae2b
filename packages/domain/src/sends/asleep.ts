import { localTime } from "../calendar/zone.js";

/** The hours in which a message for many wakes nobody, local time. */
const DAY = { from: 8, until: 21 } as const;

/** How many recipients have night at a moment, by how many live in which zone [D-422]. */
export function countAsleep(zones: Readonly<Record<string, number>>, at: Date): number {
  return Object.entries(zones).reduce((sum, [zone, count]) => {
    const { hour } = localTime(at, zone);
    return hour < DAY.from || hour >= DAY.until ? sum + count : sum;
  }, 0);
}
