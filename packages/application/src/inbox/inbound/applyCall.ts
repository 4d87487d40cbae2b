import { peerKey, type InboundEvent } from "@balcao/domain/messages";
import { insertChore } from "@balcao/database/chores";
import { insertMessage } from "@balcao/database/messages";
import { OWN_AUTHOR } from "../outgoing/index.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { resolveContact } from "./resolveContact.js";
import { resolveTicket } from "./resolveTicket.js";

const CALL_BODY = { voice: "Chamada de voz", video: "Chamada de vídeo" } as const;

/**
 * Stores one call_log message per ringing call, and refuses the call at the network when the
 * setting `call` is off [D-084]. Calls of groups are ignored.
 */
export async function applyCall(step: LaneStep, event: Extract<InboundEvent, { kind: "call" }>, changes: LaneChanges): Promise<void> {
  if (event.group || event.phase !== "offer") return;
  const { tx, services, connectionId } = step;
  const directory = services.directory.current();
  const { contact, change } = await resolveContact(step, event.from, null);
  const { ticket, before } = await resolveTicket(
    step,
    { contactId: contact.id, isGroup: false, isOld: false, isOurs: false, historyAt: null, rating: null, locked: null },
    changes,
  );
  const body = CALL_BODY[event.video ? "video" : "voice"];
  const key = peerKey(event.from);
  const messageId = await insertMessage(tx, {
    ticketId: ticket.id,
    connectionId,
    chat: key,
    author: key,
    fromMe: false,
    externalId: event.id,
    contactId: contact.id,
    userId: null,
    queueId: ticket.queueId,
    ownerId: ticket.userId,
    type: "call_log",
    body,
    ack: 0,
    quotedId: null,
    isForwarded: false,
    details: { video: event.video },
    fileId: null,
    mediaState: null,
    media: null,
    inboundEventId: step.eventId,
    sentAt: event.at,
  });
  if (messageId === null) return;
  if (change) changes.addContact(contact.id, change);
  changes.addMessage(ticket, before, { id: messageId, type: "call_log", body, at: event.at, inboundId: step.eventId, unread: true });
  if (directory.settings.call) return;
  await insertChore(tx, { connectionId, kind: "rejectCall", subject: event.id, input: { callId: event.id, peer: event.from } });
}

/** The key of the person who reacted, as message rows store authors. */
export function reactorKey({ by, fromMe }: Extract<InboundEvent, { kind: "reaction" }>): string {
  return fromMe ? OWN_AUTHOR : peerKey(by);
}
