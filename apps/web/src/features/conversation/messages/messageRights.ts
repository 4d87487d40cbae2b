import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Actor } from "@balcao/domain/access";
import { CAPABILITIES, DEFAULT_CONNECTOR } from "@balcao/domain/connections";
import { isEditable, isOwnMessage, isTextType, takesReactions } from "@balcao/domain/messages";
import { localKeyOf } from "../outbox";

/** Why something cannot be done to a message now. */
type Refusal = "readOnly" | "notYours" | "notSupported" | "tooLate" | "notSent" | "noConnection";

/** Null where it can be done; undefined where it makes no sense for the message, whatever the moment. */
export type Offer = Refusal | null | undefined;

/** Where the message is and who asks. */
export interface RightsContext {
  readonly ticket: TicketView;
  readonly actor: Actor;
  /** Whether messages can be sent in this conversation now. */
  readonly writable: boolean;
}

const toFacts = ({ mediaType: type, createdAt, ...facts }: MessageView) => ({ ...facts, type, sentAt: new Date(createdAt) });

const apiOf = (ticket: TicketView) => ticket.whatsapp?.api ?? DEFAULT_CONNECTOR;

/** It was never sent and never will be. */
const isLost = (message: MessageView): boolean => localKeyOf(message) !== null || message.ack === -1 || message.sending === "cancelled";

/** Whether the text of a message that was sent may still be changed by this person. */
export function editOffer(message: MessageView, { ticket, actor, writable }: RightsContext): Offer {
  const facts = toFacts(message);
  if (!message.fromMe || message.isDeleted || !isTextType(message.mediaType) || isLost(message)) return undefined;
  if (!writable) return "readOnly";
  if (!isOwnMessage(facts, ticket.userId, actor)) return "notYours";
  if (!CAPABILITIES[apiOf(ticket)].edit) return "notSupported";
  if (!isEditable(facts, apiOf(ticket), new Date())) return "tooLate";
  return message.ack > 0 ? null : "notSent";
}

/** Whether this person may delete a message for everybody. */
export function removeOffer(message: MessageView, { ticket, actor, writable }: RightsContext): Offer {
  if (!message.fromMe || message.isDeleted || localKeyOf(message) !== null) return undefined;
  if (!writable) return "readOnly";
  return isOwnMessage(toFacts(message), ticket.userId, actor) ? null : "notYours";
}

/** Whether a reaction can be sent to a message: it has reached the network. */
export function reactOffer(message: MessageView, { ticket, writable }: RightsContext): Offer {
  if (!takesReactions(toFacts(message)) || isLost(message)) return undefined;
  if (!writable) return "readOnly";
  if (ticket.whatsappId === null) return "noConnection";
  if (!CAPABILITIES[apiOf(ticket)].react) return "notSupported";
  return message.fromMe && message.ack === 0 ? "notSent" : null;
}

/** Whether a message is of a kind that can be answered. */
export const isReplyable = (message: MessageView): boolean =>
  message.mediaType !== "comment" && message.mediaType !== "error" && !message.isDeleted && localKeyOf(message) === null;

/** Whether the content of a received message is missing, so that applying it again may help. */
export function isIncomplete({ fromMe, isDeleted, mediaType, media, body }: MessageView, unreadable: readonly string[]): boolean {
  if (fromMe || isDeleted || mediaType === "comment") return false;
  return media?.state === "failed" || unreadable.includes(body);
}
