import { hoursOf, isOpeningTime, perQueue, workingTimeAdder } from "@balcao/domain/calendar";
import { isThere } from "@balcao/domain/flow";
import { absentNote } from "@balcao/domain/texts";
import { applyIntent } from "@balcao/domain/tickets";
import { deleteShares, followAbsences, insertDecision, listUnanswered, lockUnanswered } from "@balcao/database/flow";
import { listPresent } from "@balcao/database/tickets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { distributeTicket, recordHandover, recordTicketChange, saveTransition } from "../tickets/index.js";

/** Tickets per run: the next run takes the rest, a minute later. */
const BATCH = 200;
const MINUTE_MS = 60_000;

/**
 * Takes from people who are not there what they have not answered for `returnUnanswered` minutes of the queue's working time, from their absence or
 * the customer's message on, whichever is later, and gives it to their queue, where it is distributed [D-541].
 */
export async function returnUnanswered(services: Services): Promise<void> {
  const now = services.clock.now();
  const directory = services.directory.current();
  const { settings, users } = directory;
  const minutes = settings.returnUnanswered;
  const isPresent = new Set(minutes === null ? [] : await listPresent(services.database.sql, [...users.keys()]));
  const isAbsent = (id: number): boolean => {
    const user = users.get(id);
    return user !== undefined && (user.deleted || !isThere({ ...user, isOnline: isPresent.has(id) }, now, settings.timeZone));
  };
  // Where nothing is shared out nobody else forgets what does not wait any more.
  await deleteShares(services.database.sql);
  await inUnit(services, (unit) => followAbsences(unit, minutes === null ? [] : [...users.keys()].filter(isAbsent), now));
  if (minutes === null) return;
  const endOf = perQueue(directory, workingTimeAdder);
  const queueKeys = [0, ...directory.queues.keys()].filter((key) => isOpeningTime(hoursOf(directory, key === 0 ? null : key), now));
  const before = new Date(now.getTime() - minutes * MINUTE_MS);
  for (const { ticketId, queueId, since } of await listUnanswered(services.database.sql, { before, queueKeys, limit: BATCH })) {
    const due = endOf(queueId)(since, minutes * MINUTE_MS);
    if (due === null || due > now) continue;
    try {
      await returnTicket(services, { ticketId, since, now });
    } catch (error) {
      services.logger.error({ err: error, ticketId }, "a ticket could not be given back; the next run tries again");
    }
  }
}

async function returnTicket(
  services: Services,
  { ticketId, since, now }: { readonly ticketId: number; readonly since: Date; readonly now: Date },
): Promise<void> {
  await inUnit(services, async (unit) => {
    const ticket = await lockUnanswered(unit, ticketId, since);
    const result = ticket && applyIntent(ticket, "releaseOwner", {}, now);
    if (!ticket || !result?.ok || result.unchanged) return;
    const waiting = await saveTransition(unit, ticket, result.patch, now);
    const { contactId, queueId, connectionId } = waiting;
    const { userId } = ticket;
    await insertDecision(unit, { ticketId, at: now, rule: "ownerAbsent", queueId, userId, facts: {} });
    await recordSystemAudit(unit, "ticket.ownerAbsent", { ticketId, contactId, queueId, connectionId, subjectUserId: userId });
    const assigned = await distributeTicket(unit, services, waiting, { now });
    const name = services.directory.current().users.get(userId ?? 0)?.name ?? "";
    const given = await recordHandover(unit, services, { ticket: assigned.ticket, note: absentNote(name), authorId: null, now });
    await recordTicketChange(unit, ticket, given.ticket, { created: [given.messageId] });
  });
}
