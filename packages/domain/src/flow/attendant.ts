import { isWorkingTime, type WorkingHours } from "../calendar/index.js";

/** A selected user of a queue, for the distribution of its tickets. */
export interface Attendant extends WorkingHours {
  readonly id: number;
  readonly active: boolean;
  /** Whether she is given tickets at present (D-542). */
  readonly takesShares: boolean;
  readonly queueIds: readonly number[];
  readonly isOnline: boolean;
}

/** Whether a person gets tickets of a queue now (D-158). */
export const mayAttend = (person: Attendant, queueId: number, now: Date, zone: string): boolean =>
  person.queueIds.includes(queueId) && isThere(person, now, zone);

/** Whether a person is there for her conversations now: connected, within her hours, and not set away (D-541). */
export const isThere = (person: Omit<Attendant, "id" | "queueIds">, now: Date, zone: string): boolean =>
  person.active && person.takesShares && person.isOnline && isWorkingTime(person, now, zone);

/**
 * Who gets a ticket next that nobody accepted: the next of the selected people after the current one
 * who has not had it yet; null when all had it (D-175).
 */
export function nextAttendant(selected: readonly number[], tried: readonly number[], eligible: ReadonlySet<number>): number | null {
  return selected.find((id) => !tried.includes(id) && eligible.has(id)) ?? null;
}
