import { hoursOf, isAutoCloseTime, isOpeningTime } from "@balcao/domain/calendar";
import { nextAttendant, type DecisionRule } from "@balcao/domain/flow";
import { applyIntent, type TicketIntent, type TicketIntents } from "@balcao/domain/tickets";
import { previewText } from "@balcao/domain/texts";
import { deleteOffer, getOffer, insertDecision, isIdleTicket, listDueOffers, listIdleTickets, putOffer } from "@balcao/database/flow";
import { endRating, listDueRatings } from "@balcao/database/ratings";
import { addMessagesToTicket, lockTicket, type LockedTicket } from "@balcao/database/tickets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { eligibleAttendants, recordHandover, recordTicketChange, saveTransition } from "../tickets/index.js";
import { flowNames, flowText } from "./flowTexts.js";
import { sendFarewell } from "./sendFlowTexts.js";

/** Tickets per run: the next run takes the rest, a minute later. */
const BATCH = 200;
const MINUTE_MS = 60_000;

/**
 * Ends questions for a rating whose time is over, and closes the tickets that waited for it, without
 * a text [NPS-007]. Two processes may run it at once: each ticket is decided under its lock.
 */
export async function expireRatings(services: Services): Promise<void> {
  const now = services.clock.now();
  const { closeNpsInterval } = services.directory.current().settings;
  const before = new Date(now.getTime() - closeNpsInterval * MINUTE_MS);
  for (const ticketId of await listDueRatings(services.database.sql, before, BATCH))
    await onTicket(services, ticketId, async (unit, ticket) => {
      if (!(await endRating(unit, ticket.id, now)) || ticket.status !== "nps") return;
      const after = await change(unit, ticket, { intent: "expireRating", input: {}, now });
      if (after === null) return;
      await recordTicketChange(unit, ticket, after);
      await explain(unit, after, "ratingExpired", now);
    });
}

/**
 * Closes tickets in which nobody has written for the time of `intervalClose`, with the farewell and
 * without rating and protocol [D-176, SET-004]; on the days and hours of D-177 only. Whether the
 * customer has written is asked again under the ticket's lock [P-21].
 */
export async function closeIdleTickets(services: Services): Promise<void> {
  const now = services.clock.now();
  const { settings } = services.directory.current();
  const queueKeys = queuesWhere(services, (hours) => isAutoCloseTime(hours, now));
  if (settings.intervalClose === null || queueKeys.length === 0) return;
  const since = new Date(now.getTime() - settings.intervalClose * MINUTE_MS);
  for (const ticketId of await listIdleTickets(services.database.sql, { since, queueKeys, limit: BATCH }))
    await onTicket(services, ticketId, async (unit, ticket) => {
      if (!(await isIdleTicket(unit, ticket.id, since))) return;
      const after = await change(unit, ticket, { intent: "autoClose", input: {}, now });
      if (after === null) return;
      await sayFarewell(unit, services, { before: ticket, after, now });
      await explain(unit, after, "autoClosed", now);
    });
}

/**
 * Gives pending tickets that nobody accepted for the time of `queueCron` to the next selected person
 * of their queue, after the last one to nobody [SET-003], handed over as by a transfer [D-330]; within opening hours only.
 */
export async function moveOffers(services: Services): Promise<void> {
  const now = services.clock.now();
  const { settings } = services.directory.current();
  const queueKeys = queuesWhere(services, (hours) => isOpeningTime(hours, now));
  if (settings.queueCron === null || queueKeys.length === 0) return;
  const before = new Date(now.getTime() - settings.queueCron * MINUTE_MS);
  for (const ticketId of await listDueOffers(services.database.sql, { before, queueIds: queueKeys, limit: BATCH }))
    await onTicket(services, ticketId, (unit, ticket) => moveOffer(unit, services, ticket, { before, now }));
}

/** The queues whose hours say so, with 0 for tickets without one; those of a closed queue wait. */
function queuesWhere({ directory }: Services, holds: (hours: ReturnType<typeof hoursOf>) => boolean): readonly number[] {
  const snapshot = directory.current();
  return [0, ...snapshot.queues.keys()].filter((key) => holds(hoursOf(snapshot, key === 0 ? null : key)));
}

async function moveOffer(
  unit: Unit,
  services: Services,
  ticket: LockedTicket,
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<void> {
  const offer = await getOffer(unit, ticket.id);
  if (offer === null || offer.offeredAt > before) return;
  if (ticket.status !== "pending" || ticket.userId !== offer.userId || ticket.queueId !== offer.queueId)
    return deleteOffer(unit, ticket.id);
  const directory = services.directory.current();
  const eligible = await eligibleAttendants(unit, directory, offer.queueId, now);
  const userId = nextAttendant(directory.queues.get(offer.queueId)?.attendantIds ?? [], offer.tried, eligible);
  const after = await change(unit, ticket, { intent: "reassign", input: { userId }, now });
  if (after === null) return;
  if (userId === null) await deleteOffer(unit, ticket.id);
  else await putOffer(unit, { ...offer, userId, offeredAt: now, tried: [...offer.tried, userId] });
  const note = `${nameOf(directory, offer.userId)} não aceitou a tempo.`;
  const given = await recordHandover(unit, services, { ticket: after, note, authorId: null, now });
  await recordTicketChange(unit, ticket, given.ticket, { created: [given.messageId] });
  await explain(unit, given.ticket, userId === null ? "offeredToAll" : "offeredToNext", now);
}

const nameOf = ({ users }: DirectorySnapshot, userId: number): string => users.get(userId)?.name ?? "";

/** Runs a step of a sweep in its own transaction, on the locked ticket; a failing ticket does not stop the others. */
async function onTicket(services: Services, ticketId: number, step: (unit: Unit, ticket: LockedTicket) => Promise<void>): Promise<void> {
  try {
    await inUnit(services, async (unit) => {
      const ticket = await lockTicket(unit, ticketId);
      if (ticket) await step(unit, ticket);
    });
  } catch (error) {
    services.logger.error({ err: error, ticketId }, "a ticket could not be swept; the next run tries again");
  }
}

async function change<I extends TicketIntent>(
  unit: Unit,
  ticket: LockedTicket,
  { intent, input, now }: { readonly intent: I; readonly input: TicketIntents[I]; readonly now: Date },
): Promise<LockedTicket | null> {
  const result = applyIntent(ticket, intent, input, now);
  return result.ok && !result.unchanged ? saveTransition(unit, ticket, result.patch, now) : null;
}

async function sayFarewell(
  unit: Unit,
  services: Services,
  { before, after, now }: { readonly before: LockedTicket; readonly after: LockedTicket; readonly now: Date },
): Promise<void> {
  const directory = services.directory.current();
  const connection = after.connectionId === null ? undefined : directory.connections.get(after.connectionId);
  const text = connection ? flowText("farewell", after, { directory, connection, queues: [] }) : "";
  const sent = await sendFarewell(unit, services, { ticket: after, text, names: flowNames(after, directory), now });
  const said = { inboundId: null, unread: 0, isAnswer: false, waitingFrom: null };
  const shown = sent.at(-1);
  const last = shown
    ? await addMessagesToTicket(unit, after.id, { ...said, preview: previewText({ type: "text", body: shown.body }), at: now })
    : after;
  await recordTicketChange(unit, before, last, { created: sent.map(({ id }) => id) });
}

type SweepRule = Extract<DecisionRule, "ratingExpired" | "autoClosed" | "offeredToNext" | "offeredToAll">;

/** Stores why a sweep changed a ticket, for the people who attend it and for the audit. */
async function explain(unit: Unit, ticket: LockedTicket, rule: SweepRule, now: Date): Promise<void> {
  const { id: ticketId, contactId, queueId, connectionId, userId } = ticket;
  await insertDecision(unit, { ticketId, at: now, rule, queueId, userId, facts: {} });
  const description = rule === "autoClosed" ? "fechamento automático" : "";
  await recordSystemAudit(unit, `ticket.${rule}`, { ticketId, contactId, queueId, connectionId, subjectUserId: userId, description });
}
