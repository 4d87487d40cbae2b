import {
  listDueClocks,
  listRecounts,
  lockDueClocks,
  lockTicketsOfQueue,
  markTold,
  settleRecount,
  type DueClock,
} from "@balcao/database/targets";
import { raiseTicketVersions } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { tellPeople } from "../../ground/notices/index.js";
import { followTargets } from "../../ground/targets/index.js";
import { recordTicketChange } from "../tickets/index.js";

/** Tickets per transaction, so that conversations are locked for a moment only. */
const STEP = 50;
/** Other processes know the new rules by then, and count by the old ones no more. */
const SETTLED_MS = 15_000;

/**
 * Counts the running clocks of queues anew whose targets or hours have changed [D-510]: at once, and once more when every process knows the
 * change. What was over before stays.
 */
export async function recountTargets(services: Services): Promise<void> {
  const asked = await listRecounts(services.database.sql);
  if (asked.length === 0) return;
  const readAt = services.clock.now().getTime();
  await services.directory.refresh();
  for (const { queueId, askedAt } of asked) {
    for (let after = 0; after !== -1;) after = await recountSome(services, queueId, after);
    if (readAt - askedAt.getTime() >= SETTLED_MS) await settleRecount(services.database.sql, queueId, askedAt);
  }
}

/** Counts some tickets anew; returns the last id, or -1 after the last of the queue. */
function recountSome(services: Services, queueId: number, after: number): Promise<number> {
  return inUnit(services, async (unit) => {
    const tickets = await lockTicketsOfQueue(unit, queueId, after, STEP);
    const changes = tickets.map(({ id }) => ({ ticketId: id, before: "same" as const }));
    const { shown, settled } = await followTargets(unit, changes, { snapshot: services.directory.current(), now: services.clock.now() });
    for (const ticket of await raiseTicketVersions(unit, shown)) await recordTicketChange(unit, ticket, ticket);
    if (settled.length > 0)
      await unit.live("notice", { action: "delete", keys: settled.map(({ key }) => key), userIds: settled.map(({ userId }) => userId) });
    return tickets.length === STEP ? (tickets.at(-1)?.id ?? -1) : -1;
  });
}

/** Clocks per run, and per transaction: a commit for each would take most of the time. */
const BATCH = 500;
const TOGETHER = 50;

/**
 * Tells people of conversations whose target runs out or is over, each once, whichever worker does it and wherever one is killed [D-511].
 * Returns whether there may be more.
 */
export async function tellTargets(services: Services): Promise<boolean> {
  const due = await listDueClocks(services.database.sql, services.clock.now(), BATCH);
  for (let at = 0; at < due.length; at += TOGETHER) await tell(services, due.slice(at, at + TOGETHER));
  return due.length === BATCH;
}

async function tell(services: Services, ids: readonly number[]): Promise<void> {
  const now = services.clock.now();
  await inUnit(services, async (unit) => {
    const clocks = await lockDueClocks(unit, ids, now);
    const isOver = ({ dueAt }: DueClock): boolean => dueAt <= now;
    const [over, soon] = [clocks.filter(isOver), clocks.filter((clock) => !isOver(clock))];
    await markTold(unit, toIds(over), 2);
    await markTold(unit, toIds(soon), 1);
    const snapshot = services.directory.current();
    for (const clock of soon) await tellOf(unit, clock, { reason: "soon", userIds: ownerOf(snapshot, clock), at: now });
    for (const clock of over) {
      const userIds = [...new Set([...ownerOf(snapshot, clock), ...managersOf(snapshot, clock)])];
      await tellOf(unit, clock, { reason: "over", userIds, at: now });
    }
  });
}

const toIds = (clocks: readonly DueClock[]): number[] => clocks.map(({ id }) => id);

interface Telling {
  readonly reason: "soon" | "over";
  readonly userIds: readonly number[];
  readonly at: Date;
}

const tellOf = (unit: Unit, { id }: DueClock, telling: Telling): Promise<void> =>
  tellPeople(unit, { kind: "target", about: { clockId: id }, ...telling });

const ownerOf = ({ users }: DirectorySnapshot, { userId }: DueClock): number[] =>
  userId !== null && users.get(userId)?.active === true ? [userId] : [];

/** The managers of the queue; the administrators of a queue without any. */
function managersOf({ users }: DirectorySnapshot, { queueId }: DueClock): number[] {
  const people = [...users.values()].filter(({ active, deleted }) => active && !deleted);
  const managers = people.filter(({ profile, queueIds }) => profile === "gerente" && queueIds.includes(queueId));
  return (managers.length > 0 ? managers : people.filter(({ profile }) => profile === "admin")).map(({ id }) => id);
}
