import { setMessageQuote } from "@balcao/database/messages";
import { hasSendInFlight } from "@balcao/database/outbox";
import { lockTicket } from "@balcao/database/tickets";
import { findInConversation } from "./findInConversation.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import type { MessageEvent } from "./toDraft.js";

/** The id of the message that an event quotes, where that is in the ticket; null otherwise. */
export async function findQuotedIn(
  { tx, connectionId }: LaneStep,
  { ref, quotedExternalId }: Pick<MessageEvent, "ref" | "quotedExternalId">,
  ticketId: number,
): Promise<number | null> {
  if (quotedExternalId === null) return null;
  const quoted = await findInConversation(tx, connectionId, { chat: ref.chat, externalId: quotedExternalId, fromMe: null });
  return quoted?.ticketId === ticketId ? quoted.id : null;
}

/**
 * Whether a quoted message that was not found may be one of ours that the network has accepted, but whose id is not stored yet.
 * Its event then waits, like an ack that comes too early.
 */
export async function isQuoteLate(step: LaneStep, event: MessageEvent, ticketId: number): Promise<boolean> {
  if (event.quotedExternalId === null) return false;
  // The id may be stored between the first search and this question, so it is searched for again.
  return (await hasSendInFlight(step.tx, step.connectionId, ticketId)) || (await findQuotedIn(step, event, ticketId)) !== null;
}

/** Adds the quoted message to a stored message that waited for it. Returns null when the event's message is not stored. */
export async function addLateQuote(step: LaneStep, event: MessageEvent, changes: LaneChanges): Promise<"done" | "orphan" | null> {
  const known = await findInConversation(step.tx, step.connectionId, event.ref);
  const ticket = known && (await lockTicket(step.tx, known.ticketId));
  if (!ticket) return null;
  const quotedId = await findQuotedIn(step, event, ticket.id);
  if (quotedId === null) return (await isQuoteLate(step, event, ticket.id)) ? "orphan" : "done";
  if (await setMessageQuote(step.tx, known.id, quotedId)) changes.ticket(ticket, ticket).updated.push(known.id);
  return "done";
}
