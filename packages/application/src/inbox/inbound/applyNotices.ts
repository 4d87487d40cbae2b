import { clearAccountNotices, putAccountNotice } from "@balcao/database/connections";
import { deleteOptOutOf, findContactByAddress, insertOptOut } from "@balcao/database/contacts";
import { insertDecision } from "@balcao/database/flow";
import { lockLiveTicket, setTicketMetaAgent, type LockedTicket } from "@balcao/database/tickets";
import { phoneForms } from "@balcao/domain/contacts";
import type { InboundEvent } from "@balcao/domain/messages";
import { MARKETING_STOP } from "@balcao/domain/sends";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { SESSION_WAKE } from "../../ground/kernel/index.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { addressKeys, resolveContact } from "./resolveContact.js";

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

type NoticeEvent = Extract<InboundEvent, { kind: "accountNotice" }>;

/**
 * Keeps what the network says of the account or of this number until it takes it back (D-310), and has the session's state asked.
 * Meta tells every number of an account what concerns one of them: another one's is left out.
 */
export async function applyAccountNotice(step: LaneStep, event: NoticeEvent): Promise<"done"> {
  const { tx, services, connectionId } = step;
  if (isOfAnother(services.directory.current().connections.get(connectionId)?.number ?? null, event.number)) return "done";
  for (const subject of event.subjects) await clearAccountNotices(tx, connectionId, subject, event.at);
  for (const notice of event.notices) await putAccountNotice(tx, connectionId, notice, event.at);
  const types = event.notices.map(({ subject, type }) => `${subject} ${type}`);
  if (types.length > 0) services.logger.warn({ connectionId, types }, "a network said something of the account");
  await tx.live("session", { id: connectionId, action: "update" });
  tx.wake(SESSION_WAKE.event(connectionId));
  return "done";
}

/** Where the connection's own number is not known yet, everything is its own. */
const isOfAnother = (own: string | null, about: string | null): boolean =>
  own !== null && about !== null && own !== about && !phoneForms(own).includes(about);

/**
 * Records that a customer stopped marketing messages in WhatsApp, like an own word of the company (D-271); resuming them there undoes that
 * alone, because Meta would refuse them until then.
 */
export async function applyMarketing(
  step: LaneStep,
  { chat, stops, at }: Extract<InboundEvent, { kind: "marketing" }>,
  changes: LaneChanges,
): Promise<"done"> {
  const { tx } = step;
  const { contact, change } = await resolveContact(step, chat, null);
  const isNew = stops
    ? await insertOptOut(tx, contact.id, { at, reason: "word", word: MARKETING_STOP })
    : await deleteOptOutOf(tx, contact.id, MARKETING_STOP);
  if (isNew)
    await recordSystemAudit(tx, stops ? "contact.optOut" : "contact.optIn", { contactId: contact.id, description: MARKETING_STOP });
  if (isNew || change) changes.addContact(contact.id, change ?? "update");
  return "done";
}
