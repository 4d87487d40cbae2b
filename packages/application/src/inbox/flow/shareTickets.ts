import { formatDate, formatTime, localDay } from "@balcao/domain/calendar";
import { peopleBelowLimit, shareOut, type Share } from "@balcao/domain/flow";
import { sharedNote } from "@balcao/domain/texts";
import { applyIntent } from "@balcao/domain/tickets";
import { deleteShares, insertDecision, listWaiting, lockWaiting, putOffer, type WaitingShare } from "@balcao/database/flow";
import type { LockedTicket } from "@balcao/database/tickets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { lockShares, readShares, recordHandover, recordTicketChange, saveTransition } from "../tickets/index.js";

/** Tickets per run, and per transaction: a commit for each would take most of the time. */
const BATCH = 200;
const TOGETHER = 50;

/**
 * Gives tickets that wait in a queue to people of it who have become free, the longest waiting first, where the company wants it [D-540]. Each is
 * given once, whichever worker does it and wherever one is killed; one that cannot be given stops no other. Returns whether there may be more.
 */
export async function shareTickets(services: Services): Promise<boolean> {
  const { sql } = services.database;
  const directory = services.directory.current();
  if (!directory.settings.shareWaiting) return false;
  await deleteShares(sql);
  const queues = await readShares(sql, directory, [...directory.queues.keys()], services.clock.now());
  const free = [...queues].filter(([id, queue]) => peopleBelowLimit(id, queue).length > 0).map(([id]) => id);
  const waiting = free.length === 0 ? [] : await listWaiting(sql, free, BATCH);
  let given = 0;
  for (let at = 0; at < waiting.length; at += TOGETHER) {
    const some = waiting.slice(at, at + TOGETHER);
    const done = await share(services, some);
    if (done === null) for (const one of some) given += (await share(services, [one])) ?? 0;
    else given += done;
  }
  return given > 0 && waiting.length === BATCH;
}

/** Shares out some tickets in one transaction and returns how many were given; null when that failed. */
async function share(services: Services, some: readonly { readonly ticketId: number; readonly queueId: number }[]): Promise<number | null> {
  const now = services.clock.now();
  const ticketIds = some.map(({ ticketId }) => ticketId);
  try {
    return await inUnit(services, async (unit) => {
      const queueIds = [...new Set(some.map(({ queueId }) => queueId))];
      const queues = await lockShares(unit, services.directory.current(), queueIds, now);
      const waiting = new Map((await lockWaiting(unit, ticketIds)).map((ticket) => [ticket.id, ticket]));
      const facts = [...waiting.values()].flatMap(({ queueId, ...ticket }) => (queueId === null ? [] : [{ ...ticket, queueId }]));
      const given = shareOut(facts, queues).filter((each) => each.userId !== null);
      for (const each of given) {
        const ticket = waiting.get(each.ticket.id);
        if (ticket) await give(unit, services, ticket, { share: each, now });
      }
      await deleteShares(
        unit,
        given.map(({ ticket }) => ticket.id),
      );
      return given.length;
    });
  } catch (error) {
    services.logger.error({ err: error, ticketIds }, "waiting tickets could not be given; the next run tries again");
    return null;
  }
}

async function give(
  unit: Unit,
  services: Services,
  ticket: LockedTicket & WaitingShare,
  { share: { userId, rule }, now }: { readonly share: Extract<Share, { readonly userId: number }>; readonly now: Date },
): Promise<void> {
  const result = applyIntent(ticket, "assign", { userId }, now);
  if (!result.ok || result.unchanged) return;
  const after = await saveTransition(unit, ticket, result.patch, now);
  const { id: ticketId, contactId, queueId, connectionId } = after;
  if (queueId !== null) await putOffer(unit, { ticketId, queueId, userId, offeredAt: now, tried: [userId] });
  const why = rule === "distributed" ? "sharedOut" : rule;
  await insertDecision(unit.atCommit, { ticketId, at: now, rule: why, queueId, userId, facts: {} });
  await recordSystemAudit(unit.atCommit, `ticket.${why}`, { ticketId, contactId, queueId, connectionId, subjectUserId: userId });
  const note = sharedNote(sinceWhen(services, ticket.waitingSince, now));
  const given = await recordHandover(unit, services, { ticket: after, note, authorId: null, now });
  await recordTicketChange(unit, ticket, given.ticket, { created: [given.messageId] });
}

/** The time since when it waits, with its day where that is not today. */
function sinceWhen({ directory }: Services, since: Date, now: Date): string {
  const { timeZone } = directory.current().settings;
  const time = formatTime(since, timeZone);
  return localDay(since, timeZone) === localDay(now, timeZone) ? time : `${formatDate(since, timeZone)} ${time}`;
}
