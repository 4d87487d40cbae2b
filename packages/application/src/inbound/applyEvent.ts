import type { InboundEvent, MessageRef, ReactionTarget } from "@balcao/domain/messaging";
import { insertChore } from "@balcao/database/chores";
import { isSinceGap } from "@balcao/database/connectionGaps";
import { findContactByAddress, renameFromNetwork } from "@balcao/database/contacts";
import {
  getReadMessageId,
  listKnownSends,
  raiseMessageAcks,
  setMessageDeleted,
  setMessageEdited,
  setMessageReaction,
} from "@balcao/database/messages";
import { writeSessionHint } from "@balcao/database/leases";
import { bindSend, confirmSends, failSends } from "@balcao/database/outbox";
import { lockLiveTicket, lockTicket, lockTicketsOfAck } from "@balcao/database/tickets";
import { applyAddressChange } from "./applyAddressChange.js";
import { applyMessage } from "./applyMessage.js";
import { applySealedEdit } from "./applySealedEdit.js";
import { findInConversation } from "./findInConversation.js";
import type { LaneNews } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { applyCall, reactorKey } from "./applyCall.js";
import { addressKeys } from "./resolveContact.js";

/** What became of an event: done, or it speaks of a message that is not here yet (C-7), or it is none of ours and leaves no trace (P-10). */
export type EventFate = "done" | "orphan" | "dropped";

/** Applies one event within its savepoint. Throws only where trying again may help. */
export async function applyEvent(step: LaneStep, event: InboundEvent, news: LaneNews): Promise<EventFate> {
  switch (event.kind) {
    case "message":
      if (event.recovered && !(await isSinceGap(step.tx, step.connectionId, event.sentAt))) return "dropped";
      await applyMessage(step, event, news);
      return "done";
    case "ack":
      return applyAck(step, event, news);
    case "edited":
      return onTarget(step, event.target, news, (id) => setMessageEdited(step.tx, id, event.text, event.at));
    case "sealedEdit":
      return onTarget(step, event.target, news, (id) => applySealedEdit(step, event, id));
    case "revoked":
      return onTarget(step, event.target, news, (id) => setMessageDeleted(step.tx, id));
    case "readOnPhone":
      await applyReadOnPhone(step, event, news);
      return "done";
    case "contactChanged":
      await applyContactChange(step, event, news);
      return "done";
    case "groupChanged":
      await applyContactChange(step, { peer: event.group, name: event.subject, pictureChanged: false }, news);
      return "done";
    case "sessionHint":
      // Nothing is believed of it: whoever keeps the session asks the gateway (S-55), and tells the reason only if it is down.
      if (event.reason !== undefined) {
        step.house.logger.warn({ connectionId: step.connectionId, hint: event.hint, reason: event.reason }, "a gateway reported a fault");
        await writeSessionHint(step.tx, step.connectionId, event.reason);
      }
      step.tx.wake(`session:${step.connectionId}`);
      return "done";
    case "templateStatus": {
      const { name, language, status, category, reason } = event;
      // Its news bring no more than this; whoever keeps the session reads the whole template and tells it (D-220).
      await insertChore(step.tx, step.connectionId, "templateReview", `${name}:${language}`, {
        review: { name, language, status, category, reason },
      });
      return "done";
    }
    case "reaction":
      return onTarget(step, event.target, news, (id) => setMessageReaction(step.tx, id, reactorKey(event), event.emoji, event.at));
    case "call":
      await applyCall(step, event, news);
      return "done";
    case "addressChanged":
      await applyAddressChange(step, event, news);
      return "done";
    case "ignored":
      return "done";
  }
}

/**
 * Acks only rise; one for a message of ours proves that it went out, whatever we believed (M-5). It is known by its id there, or by our own id, which
 * some networks bring back: then it may overtake the answer to the send. One for nothing known waits.
 */
async function applyAck({ tx, connectionId }: LaneStep, event: Extract<InboundEvent, { kind: "ack" }>, news: LaneNews): Promise<EventFate> {
  const [externalId] = event.externalIds;
  // Tickets first, then sends, then messages: the results of sends take them in the same order.
  const tickets = await lockTicketsOfAck(tx, connectionId, event.externalIds, event.outboxId);
  if (event.outboxId !== null && externalId !== undefined)
    await bindSend(tx, connectionId, { outboxId: event.outboxId, externalId, error: event.error });
  if (event.ack > 0) await confirmSends(tx, connectionId, event.externalIds);
  const changed = await raiseMessageAcks(tx, connectionId, event.externalIds, event.ack, event.error);
  if (event.ack === -1 && changed.length > 0)
    await failSends(
      tx,
      changed.map(({ id }) => id),
      event.error,
    );
  for (const ticket of tickets) {
    const updated = changed.filter(({ ticketId }) => ticketId === ticket.id).map(({ id }) => id);
    if (updated.length > 0) news.ticket(ticket, ticket).updated.push(...updated);
  }
  if (changed.length > 0) return "done";
  const known = await listKnownSends(tx, connectionId, event.externalIds);
  return known.length > 0 ? "done" : "orphan";
}

async function onTarget(
  { tx, connectionId }: LaneStep,
  target: MessageRef | ReactionTarget,
  news: LaneNews,
  change: (id: number) => Promise<{ id: number; ticketId: number } | "orphan" | null>,
): Promise<EventFate> {
  const found = await findInConversation(tx, connectionId, target);
  if (!found) return "orphan";
  const ticket = await lockTicket(tx, found.ticketId);
  const changed = await change(found.id);
  if (changed === "orphan") return "orphan";
  if (ticket && changed) news.addRewording(ticket, changed.id);
  return "done";
}

/** What the owner read on the phone counts as read here too; what came after it does not. */
async function applyReadOnPhone(
  { tx, connectionId }: LaneStep,
  event: Extract<InboundEvent, { kind: "readOnPhone" }>,
  news: LaneNews,
): Promise<void> {
  const contact = await findContactByAddress(tx, addressKeys(connectionId, event.chat));
  const live = contact && (await lockLiveTicket(tx, contact.id, connectionId));
  const messageId = live && (await getReadMessageId(tx, connectionId, live, event));
  if (live && messageId !== null) news.addReading(live, messageId);
}

async function applyContactChange(
  { tx, connectionId }: LaneStep,
  event: Pick<Extract<InboundEvent, { kind: "contactChanged" }>, "peer" | "name" | "pictureChanged">,
  news: LaneNews,
): Promise<void> {
  const contact = await findContactByAddress(tx, addressKeys(connectionId, event.peer));
  if (!contact) return;
  if (event.name !== null && (await renameFromNetwork(tx, contact.id, event.name))) news.addContact(contact.id, "update");
  if (event.pictureChanged)
    await insertChore(tx, connectionId, "fetchPicture", String(contact.id), { contactId: contact.id, peer: event.peer });
}
