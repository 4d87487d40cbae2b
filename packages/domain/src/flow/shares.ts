import { isWorkingTime, type WorkingHours } from "../calendar/index.js";

/** A person who may get tickets now, and what she has: open and assigned pending tickets by queue, 0 for none. */
export interface Sharer {
  readonly id: number;
  /** How many she gets at most in all; null for any number. */
  readonly limit: number | null;
  readonly loads: Readonly<Record<number, number>>;
}

/** The people of a queue who may get its tickets now, in its order. */
export interface SharedQueue {
  /** How many of its tickets one person gets at most; null for any number. */
  readonly limit: number | null;
  readonly people: readonly Sharer[];
}

/** A ticket that waits in a queue for somebody. */
interface SharedTicket {
  readonly id: number;
  readonly queueId: number;
  readonly waitingSince: Date;
  /** Who attended the customer last, where the company gives tickets back to that person. */
  readonly lastUserId: number | null;
}

/** Who gets a ticket, and why; without a person, why nobody does. */
export type Share =
  | { readonly ticket: SharedTicket; readonly userId: number; readonly rule: "distributed" | "lastAttendant" }
  | { readonly ticket: SharedTicket; readonly userId: null; readonly rule: "nobodyFree" | "limitReached" };

const NOBODY: SharedQueue = { limit: null, people: [] };
const isBelow = (load: number, limit: number | null): boolean => limit === null || load < limit;

/** The people of a queue who are below their own limit and the queue's. */
export const peopleBelowLimit = (queueId: number, { limit, people }: SharedQueue): readonly Sharer[] =>
  people.filter((person) => isBelow(loadOf(person), person.limit) && isBelow(person.loads[queueId] ?? 0, limit));

/** How many tickets a person has in all. */
const loadOf = ({ loads }: Sharer): number => Object.values(loads).reduce((sum, n) => sum + n, 0);

/** The person with the fewest tickets, the first in the queue's order among equals; undefined without anybody. */
const leastBusy = (people: readonly Sharer[]): Sharer | undefined =>
  people.reduce<Sharer | undefined>((least, person) => (least === undefined || loadOf(person) < loadOf(least) ? person : least), undefined);

/**
 * Shares out waiting tickets, the longest waiting first: each to whoever attended the customer last, if she is there, else to the least busy
 * of its queue, within the limits (D-158, D-540). What a person gets counts for the next ticket. One rule decides for one ticket and for many.
 */
export function shareOut(tickets: readonly SharedTicket[], queues: ReadonlyMap<number, SharedQueue>): readonly Share[] {
  const now = new Map([...queues.values()].flatMap(({ people }) => people.map((person) => [person.id, person] as const)));
  const presentOf = (queueId: number): SharedQueue => {
    const queue = queues.get(queueId) ?? NOBODY;
    return { ...queue, people: queue.people.map((person) => now.get(person.id) ?? person) };
  };
  return [...tickets].sort(byWait).map((ticket) => {
    const queue = presentOf(ticket.queueId);
    const free = peopleBelowLimit(ticket.queueId, queue);
    const last = free.find(({ id }) => id === ticket.lastUserId);
    const chosen = last ?? leastBusy(free);
    if (!chosen) return { ticket, userId: null, rule: queue.people.length === 0 ? "nobodyFree" : "limitReached" };
    now.set(chosen.id, { ...chosen, loads: { ...chosen.loads, [ticket.queueId]: (chosen.loads[ticket.queueId] ?? 0) + 1 } });
    return { ticket, userId: chosen.id, rule: last ? "lastAttendant" : "distributed" };
  });
}

const byWait = (one: SharedTicket, other: SharedTicket): number =>
  one.waitingSince.getTime() - other.waitingSince.getTime() || one.id - other.id;

/** A selected user of a queue, for the distribution of its tickets. */
interface Attendant extends WorkingHours {
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
