import { listDueClocks, lockDueClocks, markTold, type DueClock } from "@balcao/database/targets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { tellPeople } from "../../ground/notices/index.js";

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
