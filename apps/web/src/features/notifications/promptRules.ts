const NOON = "12:00";
const EVENING = "18:00";

/** The greeting at a time `HH:mm` of the company. */
export function greetingOf(clock: string): "morning" | "afternoon" | "evening" {
  if (clock < NOON) return "morning";
  return clock < EVENING ? "afternoon" : "evening";
}

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Whether the question was put off in this browser within the last week; `since` is that moment as it was stored, in milliseconds. */
export const isPutOff = (since: string | null, nowMs: number): boolean => since !== null && nowMs - Number(since) < WEEK_MS;
