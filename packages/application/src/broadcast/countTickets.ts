import type { Actor } from "@balcao/domain/access";
import { LIST_STATUSES, sumTicketCells, type ListStatus, type TicketCell } from "@balcao/domain/tickets";
import type { CountsFilter } from "@balcao/contracts/realtime";
import { readTicketCells } from "@balcao/database/tickets";
import type { House } from "../kernel/index.js";
import { inboxListOf } from "../tickets/index.js";

export type TicketCounts = Readonly<Record<ListStatus, number>>;

/** All kept counts at this moment, by list. */
export async function readCells(house: House): Promise<ReadonlyMap<ListStatus, readonly TicketCell[]>> {
  const cells = await readTicketCells(house.database.sql);
  return new Map(LIST_STATUSES.map((status) => [status, cells.filter(({ bucket }) => bucket === status)]));
}

/** The counts of every list for a person and a filter: the same rule as the lists', over cells instead of rows (ARCHITECTURE 12). */
export function countTickets(
  house: House,
  actor: Actor,
  filter: CountsFilter,
  cells: ReadonlyMap<ListStatus, readonly TicketCell[]>,
): TicketCounts {
  const condition = inboxListOf(house.directory.current(), actor, filter).condition;
  const entries = LIST_STATUSES.map((status) => [status, sumTicketCells(condition, cells.get(status) ?? [])] as const);
  return Object.fromEntries(entries) as TicketCounts;
}
