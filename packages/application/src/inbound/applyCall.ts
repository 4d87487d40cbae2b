import { peerKey, type InboundEvent } from "@balcao/domain/messaging";
import { insertChore } from "@balcao/database/chores";
import { insertMessage } from "@balcao/database/messages";
import { OWN_AUTHOR } from "../outgoing/index.js";
import type { LaneNews } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { resolveContact } from "./resolveContact.js";
import { resolveTicket } from "./resolveTicket.js";

const CALL_BODY = { voice: "Chamada de voz", video: "Chamada de vídeo" } as const;

/**
 * A call rings: one call_log message per call, and a refusal at the network where calls are switched off and the call is still ringing (D-084).
 * Calls of groups concern nobody here.
 */
export async function applyCall(step: LaneStep, event: Extract<InboundEvent, { kind: "call" }>, news: LaneNews): Promise<void> {
  if (event.group || event.phase !== "offer") return;
  const { tx, house, connectionId, now } = step;
  const directory = house.directory.current();
  const { contact, news: contactNews } = await resolveContact(tx, connectionId, event.from, null, now);
  const { ticket, before } = await resolveTicket(tx, directory, { contactId: contact.id, connectionId, isGroup: false }, now);
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
  if (contactNews) news.addContact(contact.id, contactNews);
  news.addMessage(ticket, before, { id: messageId, type: "call_log", body, at: event.at, inboundId: step.eventId, unread: true });
  if (directory.settings.call) return;
  await insertChore(tx, connectionId, "rejectCall", event.id, { callId: event.id, peer: event.from });
}

/** Who reacted, as the message's row names people. */
export function reactorKey({ by, fromMe }: Extract<InboundEvent, { kind: "reaction" }>): string {
  return fromMe ? OWN_AUTHOR : peerKey(by);
}
