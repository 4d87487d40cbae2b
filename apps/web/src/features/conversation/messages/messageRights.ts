import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Actor } from "@balcao/domain/access";
import { DEFAULT_CONNECTOR } from "@balcao/domain/connections";
import { isEditable, isOwnMessage, isReactable } from "@balcao/domain/messages";
import { localKeyOf } from "../outbox";

const toFacts = ({ mediaType: type, createdAt, ...facts }: MessageView) => ({ ...facts, type, sentAt: new Date(createdAt) });

const apiOf = (ticket: TicketView) => ticket.whatsapp?.api ?? DEFAULT_CONNECTOR;

/** Whether the text of a message that was sent may still be changed by this person (CONV-032, D-072). */
export function mayEdit(message: MessageView, ticket: TicketView, actor: Actor): boolean {
  const facts = toFacts(message);
  return (
    localKeyOf(message) === null &&
    message.ack > 0 &&
    isOwnMessage(facts, ticket.userId, actor) &&
    isEditable(facts, apiOf(ticket), new Date())
  );
}

/** Whether this person may delete a message for everybody (CONV-031, D-072). */
export function mayDelete(message: MessageView, ticket: TicketView, actor: Actor): boolean {
  return localKeyOf(message) === null && !message.isDeleted && isOwnMessage(toFacts(message), ticket.userId, actor);
}

/** Whether a reaction can be sent to a message: it has reached the network. */
export function mayReact(message: MessageView, ticket: TicketView): boolean {
  const sent = !message.fromMe || message.ack > 0;
  return ticket.whatsappId !== null && localKeyOf(message) === null && sent && isReactable(toFacts(message), apiOf(ticket));
}

/** Whether the content of a received message is missing, so that applying it again may help (CONV-049, D-082). */
export function isIncomplete({ fromMe, isDeleted, mediaType, media, body }: MessageView, unreadable: readonly string[]): boolean {
  if (fromMe || isDeleted || mediaType === "comment") return false;
  return media?.state === "failed" || unreadable.includes(body);
}
