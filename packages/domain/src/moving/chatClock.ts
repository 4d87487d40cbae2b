import { instantAt } from "../calendar/index.js";
import type { ExportedMessage } from "./chatExport.js";
import { knownInstant } from "./neutral.js";

const DAY_MS = 24 * 3_600_000;

/** From the first to the last instant; null for none. */
export type ChatPeriod = readonly [first: Date | null, last: Date | null];

export const withInstant = ([first, last]: ChatPeriod, at: Date | null): ChatPeriod =>
  at === null ? [first, last] : [first !== null && first <= at ? first : at, last !== null && last >= at ? last : at];

/** Tells when messages of a chat were sent, by the clock of a phone in a zone; null for what is no time of a conversation. */
export function createChatClock(zone: string, now: Date): (message: Pick<ExportedMessage, "day" | "minutes" | "seconds">) => Date | null {
  /** The beginnings of days, and of the minutes of those in which the clocks change: zones are slow to ask. */
  const begins = new Map<string, number>();
  const beginOf = (day: string, minutes: number): number => {
    const key = minutes === 0 ? day : `${day} ${minutes}`;
    const begin = begins.get(key) ?? instantAt(day, minutes, zone).getTime();
    begins.set(key, begin);
    return begin;
  };
  return ({ day, minutes, seconds }) => {
    const year = Number(day.slice(0, 4));
    if (year < 2_008 || year > now.getUTCFullYear() + 1) return null;
    const begin = beginOf(day, 0);
    const isEven = beginOf(day, 24 * 60) - begin === DAY_MS;
    const at = isEven ? begin + minutes * 60_000 : beginOf(day, minutes);
    return knownInstant(new Date(at + seconds * 1_000), now);
  };
}
