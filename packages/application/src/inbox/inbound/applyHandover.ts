import type { InboundEvent } from "@balcao/domain/messages";
import { findContactByAddress } from "@balcao/database/contacts";
import { insertDecision } from "@balcao/database/flow";
import { lockLiveTicket, setTicketMetaAgent, type LockedTicket } from "@balcao/database/tickets";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { addressKeys } from "./resolveContact.js";

type Handover = Extract<InboundEvent, { kind: "handover" }>;

/** Records who answers a conversation from now on, Meta's agent or we (D-309); without a live ticket there is nothing to show. */
export async function applyHandover(step: LaneStep, { chat, to, at }: Handover, changes: LaneChanges): Promise<"done"> {
  const { tx, connectionId } = step;
  const contact = await findContactByAddress(tx, addressKeys(connectionId, chat));
  const ticket = contact && (await lockLiveTicket(tx, contact.id, connectionId));
  if (!ticket) return "done";
  await noteWhoAnswers(step, ticket, to === "metaAgent" ? at : null);
  changes.ticket(ticket, ticket);
  return "done";
}

/**
 * Writes since when Meta's agent answers a locked ticket, null for not, and the decision where that is new; whoever calls it has the
 * ticket among the changes.
 */
export async function noteWhoAnswers({ tx, now }: LaneStep, ticket: LockedTicket, since: Date | null): Promise<void> {
  if ((ticket.metaAgentSince === null) === (since === null)) return;
  await setTicketMetaAgent(tx, ticket.id, since);
  const rule = since === null ? "metaAgentLeft" : "metaAgentAnswers";
  await insertDecision(tx, { ticketId: ticket.id, at: now, rule, queueId: ticket.queueId, userId: null, facts: {} });
}
