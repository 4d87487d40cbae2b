import { applyIntent, openingState } from "@balcao/domain/tickets";
import { insertDecision } from "@balcao/database/flow";
import { endRating, type OpenRating } from "@balcao/database/ratings";
import { insertTicket, lockLiveTicket, lockNewestTicket, lockTicket, type LockedTicket } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { findRating } from "../flow/index.js";
import { saveTransition } from "../tickets/index.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";

export interface TicketPlace {
  readonly contactId: number;
  readonly isGroup: boolean;
  /** It says nothing new of the customer: what the phone's owner wrote, and history. */
  readonly isOld: boolean;
  /** The phone's owner wrote it. */
  readonly isOurs: boolean;
  /** When a message of the phone's history was sent: it changes no ticket's state; null for every other. */
  readonly historyAt: Date | null;
  /** The question for a rating that the message may answer, or null. */
  readonly rating: OpenRating | null;
  /** Its live ticket where that is locked already, else null. */
  readonly locked: LockedTicket | null;
}

export interface ResolvedTicket {
  readonly ticket: LockedTicket;
  /** The ticket before this message; null when it was created for it. */
  readonly before: LockedTicket | null;
  /** The message was accepted before the ticket was closed: it begins nothing, and gets no automatic text. */
  readonly isLate?: true;
}

type Step = Pick<LaneStep, "tx" | "services" | "connectionId" | "now" | "receivedAt">;

/**
 * Returns the locked ticket that a message belongs to: the contact's live one; else the last one,
 * reopened as waiting, if it was closed within the configured wait or is a group's;
 * else a new one. A unique index allows one live ticket, so concurrent first messages create one.
 * A message that is no score sets a ticket aside that waits for a rating, and gets its own.
 * One that was accepted before the ticket ended belongs to it, and brings it back to its agent.
 */
export async function resolveTicket(step: Step, place: TicketPlace, changes: LaneChanges): Promise<ResolvedTicket> {
  if (place.historyAt !== null) return historyTicket(step, place, place.historyAt);
  let isSetAside = false;
  let locked = place.locked;
  for (;;) {
    const live = locked ?? (await lockLiveTicket(step.tx, place.contactId, step.connectionId));
    locked = null;
    const going = live && (await goOn(step, place, live));
    if (going) return going;
    if (live) {
      await setRatingAside(step, live, changes);
      isSetAside = true;
    }
    const known = isSetAside ? null : await earlierTicket(step, place);
    if (known) return known;
    const created = await createTicket(step, place);
    if (created) return { ticket: created, before: null };
  }
}

/** The live ticket, where the message goes on in it; null where it waits for a rating and must be set aside. */
async function goOn(step: Step, { isOld, rating }: TicketPlace, live: LockedTicket): Promise<ResolvedTicket | null> {
  if (live.status === "nps" && !isOld && isLate(step, live)) return resume(step, live);
  return live.status !== "nps" || isOld || rating?.ticketId === live.id ? { ticket: live, before: live } : null;
}

async function earlierTicket(step: Step, place: TicketPlace): Promise<ResolvedTicket | null> {
  // A score needs no ticket of its own: it goes where the question was asked, if that is still open.
  const rated = place.rating && (await lockTicket(step.tx, place.rating.ticketId));
  const open = rated && (await findRating(step.tx, step.services, { ...place, ...step }));
  if (rated && open?.id === place.rating?.id) return { ticket: rated, before: rated };
  return reopenLast(step, place);
}

/**
 * The contact's newest conversation in whatever state, else a closed one: it was over before we came. A record of a sent message stays
 * one, because what it holds counts and is listed nowhere (D-332).
 */
async function historyTicket({ tx, services, connectionId }: Step, place: TicketPlace, at: Date): Promise<ResolvedTicket> {
  const known = await lockNewestTicket(tx, [place.contactId, connectionId], false);
  if (known) return { ticket: known, before: known };
  const opened = { queueId: onlyQueueOf(services.directory.current(), connectionId), connectionId, isGroup: place.isGroup };
  const created = await insertTicket(tx, place.contactId, openingState({ from: "history" }, opened, at), at);
  if (created === null) throw new Error("a closed ticket was not inserted");
  return { ticket: created, before: null };
}

function createTicket({ tx, services, connectionId, now }: Step, { contactId, isGroup }: TicketPlace): Promise<LockedTicket | null> {
  const place = { queueId: onlyQueueOf(services.directory.current(), connectionId), connectionId, isGroup };
  return insertTicket(tx, contactId, openingState({ from: "inbound" }, place, now), now);
}

/** Closes a ticket that waits for a rating; its question stays open until its time ends. */
async function setRatingAside({ tx, now }: Step, ticket: LockedTicket, changes: LaneChanges): Promise<void> {
  const result = applyIntent(ticket, "expireRating", {}, now);
  if (!result.ok || result.unchanged) return;
  const closed = await saveTransition(tx, ticket, result.patch, now);
  await insertDecision(tx, { ticketId: ticket.id, at: now, rule: "ratingSetAside", queueId: null, userId: null, facts: {} });
  changes.ticket(closed, ticket);
}

/** Whether the message was accepted before the ticket was closed, or its rating asked for, by one clock. */
const isLate = ({ receivedAt }: Step, { endedAt }: Pick<LockedTicket, "endedAt">): boolean => endedAt !== null && receivedAt < endedAt;

/** Brings a ticket that has ended back to its agent, or to waiting; a question for a rating ends. */
async function resume({ tx, now }: Step, ended: LockedTicket): Promise<ResolvedTicket> {
  const result = applyIntent(ended, "resumeByContact", {}, now);
  if (!result.ok || result.unchanged) return { ticket: ended, before: ended, isLate: true };
  const ticket = await saveTransition(tx, ended, result.patch, now);
  await endRating(tx, ended.id, now);
  await insertDecision(tx, { ticketId: ended.id, at: now, rule: "resumed", queueId: ticket.queueId, userId: ticket.userId, facts: {} });
  return { ticket, before: ended, isLate: true };
}

async function reopenLast(step: Step, place: TicketPlace): Promise<ResolvedTicket | null> {
  const { tx, services, connectionId, now } = step;
  const last = await lockNewestTicket(tx, [place.contactId, connectionId], true);
  if (last?.status !== "closed") return null;
  if (isLate(step, last)) return place.isOurs ? { ticket: last, before: last, isLate: true } : resume(step, last);
  const waitMs = services.directory.current().settings.timeCreateNewTicket * 1000;
  const isRecent = last.closedAt !== null && now.getTime() - last.closedAt.getTime() < waitMs;
  if (!place.isGroup && !isRecent) return null;
  const result = applyIntent(last, "reopenByContact", {}, now);
  if (!result.ok || result.unchanged) return null;
  const ticket = await saveTransition(tx, last, result.patch, now);
  if (!place.isGroup)
    await insertDecision(tx, { ticketId: last.id, at: now, rule: "reopened", queueId: ticket.queueId, userId: null, facts: {} });
  return { ticket, before: last };
}

/**
 * The queue of a connection that has exactly one, or null. Such a connection needs no menu: its
 * tickets start in that queue.
 */
function onlyQueueOf(directory: DirectorySnapshot, connectionId: number): number | null {
  const queueIds = directory.connections.get(connectionId)?.queueIds ?? [];
  const [only] = queueIds;
  return queueIds.length === 1 && only !== undefined ? only : null;
}
