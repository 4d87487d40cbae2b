import { matches, type Actor } from "@balcao/domain/access";
import { LIST_STATUSES, rightsClassOf, toCellFacts, type ListStatus, type TicketCell, type TicketFacts } from "@balcao/domain/tickets";
import type { CountsFilter } from "@balcao/contracts/live";
import { readTicketCells } from "@balcao/database/tickets";
import type { Services } from "../../ground/kernel/index.js";
import { inboxListOf } from "../../inbox/tickets/index.js";

export type TicketCounts = Readonly<Record<ListStatus, number>>;

interface CountedCell {
  readonly facts: TicketFacts;
  readonly n: number;
}

/** All stored counts at one moment. */
export interface TicketCells {
  /** Equal counts have equal digests. */
  readonly digest: string;
  readonly byList: ReadonlyMap<ListStatus, readonly CountedCell[]>;
}

/** Reads all stored counts, by list. */
export async function readCells(services: Services): Promise<TicketCells> {
  const cells = await readTicketCells(services.database.sql);
  const names = cells.map(({ bucket, queueKey, userKey, n }: TicketCell) => `${bucket} ${queueKey} ${userKey} ${n}`);
  const facts = cells.map((cell) => ({ bucket: cell.bucket, facts: toCellFacts(cell), n: cell.n }));
  return {
    digest: names.sort().join("\n"),
    byList: new Map(LIST_STATUSES.map((status) => [status, facts.filter(({ bucket }) => bucket === status)])),
  };
}

/** An actor who owns no ticket. */
const NOBODY = -1;

interface ClassCounts {
  readonly total: number;
  /** How much of the total each person owns. */
  readonly byUser: ReadonlyMap<number, number>;
}

/**
 * Creates a function that counts every list for a person and a filter, by the rule of the lists
 * (ADR 2). People with the same rights differ only in their own tickets, so everything
 * else is counted once per rights class and filter.
 */
export function createCounter(services: Services, { byList }: TicketCells): (actor: Actor, filter: CountsFilter) => TicketCounts {
  const directory = services.directory.current();
  const known = new Map<string, ClassCounts>();

  const countClass = (actor: Actor, filter: CountsFilter, status: ListStatus): ClassCounts => {
    const name = `${rightsClassOf(actor)} ${String(filter.showAll)} ${filter.queueIds?.join() ?? "own"} ${status}`;
    const counted = known.get(name);
    if (counted) return counted;
    const { condition } = inboxListOf(directory, { ...actor, id: NOBODY }, filter);
    const byUser = new Map<number, number>();
    let total = 0;
    for (const { facts, n } of byList.get(status) ?? []) {
      if (!matches(condition, facts)) continue;
      total += n;
      if (facts.userId !== null) byUser.set(facts.userId, (byUser.get(facts.userId) ?? 0) + n);
    }
    const fresh = { total, byUser };
    known.set(name, fresh);
    return fresh;
  };

  const ownCells = new Map<string, CountedCell[]>();
  for (const [status, cells] of byList)
    for (const cell of cells) {
      if (cell.facts.userId === null) continue;
      const name = `${status} ${cell.facts.userId}`;
      ownCells.set(name, [...(ownCells.get(name) ?? []), cell]);
    }

  return (actor, filter) => {
    const { condition } = inboxListOf(directory, actor, filter);
    const entries = LIST_STATUSES.map((status) => {
      const { total, byUser } = countClass(actor, filter, status);
      const own = (ownCells.get(`${status} ${actor.id}`) ?? []).filter(({ facts }) => matches(condition, facts));
      return [status, total - (byUser.get(actor.id) ?? 0) + own.reduce((sum, { n }) => sum + n, 0)] as const;
    });
    return Object.fromEntries(entries) as TicketCounts;
  };
}
