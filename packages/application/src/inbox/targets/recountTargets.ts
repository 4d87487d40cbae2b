import { listRecounts, lockTicketsOfQueue, settleRecount } from "@balcao/database/targets";
import { raiseTicketVersions } from "@balcao/database/tickets";
import { inUnit, type Services } from "../../ground/kernel/index.js";
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
