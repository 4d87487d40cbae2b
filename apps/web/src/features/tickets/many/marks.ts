import type { TicketView } from "@balcao/contracts/tickets";
import { useSyncExternalStore } from "react";
import type { TicketListFilter } from "../../../lib/data/belongsToList";

/** In the storage of the tab while many tickets are changed: after a reload the job still runs. */
export const RUNNING_KEY = "balcao-many";

/** What is marked of the list that is shown; `wasUsed` from the first mark on, until the tab is closed. */
interface Marks {
  readonly list: TicketListFilter | null;
  /** By their ids; null for one that was not loaded. */
  readonly tickets: ReadonlyMap<number, TicketView | null>;
  readonly wasUsed: boolean;
}

let marks: Marks = { list: null, tickets: new Map(), wasUsed: false };
/** Where a range begins. */
let anchor = 0;
const listeners = new Set<() => void>();

function setMarked(tickets: Marks["tickets"], list = marks.list): void {
  marks = { list, tickets, wasUsed: true };
  listeners.forEach((listener) => listener());
}

/** Takes every mark away; without marks it has no effect. */
export const clearMarks = (): void => void (marks.tickets.size > 0 && setMarked(new Map()));

/** Marks tickets that may not be loaded, in place of those before. */
export const markIds = (ids: readonly number[]): void => setMarked(new Map(ids.map((id) => [id, marks.tickets.get(id) ?? null])));

/** Marks a ticket of a list, or takes its mark away; with `ranged` all from the last one to it (D-503). */
export function toggleMark(list: TicketListFilter, rows: readonly TicketView[], ticket: TicketView, ranged: boolean): void {
  const tickets = new Map(marks.tickets);
  const [from, to] = [anchor, ticket.id].map((id) => rows.findIndex((row) => row.id === id)) as [number, number];
  if (ranged && from >= 0) for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) tickets.set(row.id, row);
  else if (!tickets.delete(ticket.id)) tickets.set(ticket.id, ticket);
  anchor = ticket.id;
  setMarked(tickets, list);
}

/** Takes away the marks of tickets that have left the list since: what is not seen is not changed. */
export function keepMarks(rows: readonly TicketView[]): void {
  if (marks.tickets.size === 0) return;
  const there = new Set(rows.map(({ id }) => id));
  const kept = [...marks.tickets].filter(([id, ticket]) => ticket === null || there.has(id));
  if (kept.length < marks.tickets.size) setMarked(new Map(kept));
}

/** The marked tickets of the inbox. */
export const useMarks = (): Marks =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => marks,
  );
