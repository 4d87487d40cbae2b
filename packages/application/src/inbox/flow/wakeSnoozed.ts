import { matches } from "@balcao/domain/access";
import { isThere } from "@balcao/domain/flow";
import { ticketCondition } from "@balcao/domain/tickets";
import { listDueSnoozes, lockDueSnoozes, listPresent, type LockedTicket } from "@balcao/database/tickets";
import { toActor } from "../../ground/directory/index.js";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { recordTicketChange, wakeTicket } from "../tickets/index.js";

/** Tickets per run, and per transaction: a commit for each would take most of the time. */
const BATCH = 500;
const TOGETHER = 50;

/**
 * Wakes the tickets whose snooze is over [D-440]. Each wakes once, whichever worker does it and wherever one is killed; one that cannot be
 * woken stops no other. Returns whether there may be more.
 */
export async function wakeSnoozed(services: Services): Promise<boolean> {
  const due = await listDueSnoozes(services.database.sql, services.clock.now(), BATCH);
  for (let at = 0; at < due.length; at += TOGETHER) {
    const ids = due.slice(at, at + TOGETHER);
    if (await wake(services, ids)) continue;
    for (const id of ids) await wake(services, [id]);
  }
  return due.length === BATCH;
}

/** Wakes some tickets in one transaction; false when that failed. */
async function wake(services: Services, ids: readonly number[]): Promise<boolean> {
  const now = services.clock.now();
  try {
    await inUnit(services, async (unit) => {
      const tickets = await lockDueSnoozes(unit, ids, now);
      const present = new Set(await listPresent(unit, [...new Set(tickets.flatMap(({ userId }) => userId ?? []))]));
      for (const ticket of tickets) await wakeOne(unit, services, ticket, { present, now });
    });
    return true;
  } catch (error) {
    services.logger.error({ err: error, ticketIds: ids }, "snoozed tickets could not be woken; the next run tries again");
    return false;
  }
}

async function wakeOne(
  unit: Unit,
  services: Services,
  ticket: LockedTicket,
  { present, now }: { readonly present: ReadonlySet<number>; readonly now: Date },
): Promise<void> {
  const directory = services.directory.current();
  const { users, settings } = directory;
  const owner = users.get(ticket.userId ?? 0);
  const actor = toActor(directory, ticket.userId ?? 0);
  // Who may not end the pause herself, as after she left the queue, would not see it again.
  const staysHers =
    owner !== undefined &&
    actor !== null &&
    matches(ticketCondition("ticket:resume", actor, settings), ticket) &&
    isThere({ ...owner, isOnline: present.has(owner.id) }, now, settings.timeZone);
  const woken = await wakeTicket(unit, services, ticket, { by: "timeUp", isAway: !staysHers, now });
  if (woken) await recordTicketChange(unit, ticket, woken.ticket, { created: [woken.messageId] });
}
