import { isWorkingTime, type WorkingHours } from "../calendar/index.js";

/** A selected user of a queue, for the distribution of its tickets. */
export interface Attendant extends WorkingHours {
  readonly id: number;
  readonly active: boolean;
  readonly queueIds: readonly number[];
  readonly isOnline: boolean;
  /** How many open and assigned pending tickets the person has. */
  readonly load: number;
}

/** Whether a person gets tickets of a queue now (D-158). */
export function mayAttend(person: Omit<Attendant, "load">, queueId: number, now: Date, zone: string): boolean {
  return person.active && person.isOnline && person.queueIds.includes(queueId) && isWorkingTime(person, now, zone);
}

/** The person with the fewest tickets, the first in the queue's order among equals; null without anybody. */
export function leastBusy<P extends Pick<Attendant, "id" | "load">>(people: readonly P[]): P | null {
  return people.reduce<P | null>((least, person) => (least === null || person.load < least.load ? person : least), null);
}

/**
 * Who gets a ticket next that nobody accepted: the next of the selected people after the current one
 * who has not had it yet; null when all had it (D-175).
 */
export function nextAttendant(selected: readonly number[], tried: readonly number[], eligible: ReadonlySet<number>): number | null {
  return selected.find((id) => !tried.includes(id) && eligible.has(id)) ?? null;
}
