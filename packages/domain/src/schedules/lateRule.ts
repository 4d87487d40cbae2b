import type { Recurrence } from "./recurrence.js";

const LATEST_MS = 60 * 60_000;

/** Whether a run that was missed still goes out: a single one always, a repeated one up to 60 minutes late (D-194). */
export function isStillDue(recurrence: Recurrence, dueAt: Date, now: Date): boolean {
  return recurrence === "once" || now.getTime() - dueAt.getTime() <= LATEST_MS;
}
