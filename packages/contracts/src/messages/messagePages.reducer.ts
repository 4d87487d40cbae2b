import type { AppMessageEvent, ContactEvent } from "../realtime/events.js";
import type { MessagePageView, MessageView } from "./messages.views.js";

const comesBefore = (a: MessageView, b: MessageView): boolean =>
  a.createdAt === b.createdAt ? Number(a.id) < Number(b.id) : a.createdAt < b.createdAt;

/**
 * The loaded messages of a ticket after an `appMessage` event: the message takes its place in time, or replaces what is loaded of it
 * (CONV-050). One older than everything loaded is left to the next page while there is one. Acks never go back.
 */
export function applyMessageToPages(page: MessagePageView, event: AppMessageEvent): MessagePageView {
  return upsertMessage(page, event.message);
}

/** Puts one message, from an event or from an answer, into the loaded messages. */
export function upsertMessage(page: MessagePageView, message: MessageView): MessagePageView {
  const known = page.messages.find(
    (other) => other.id === message.id || (message.clientKey !== null && other.clientKey === message.clientKey),
  );
  const merged = known ? { ...message, ack: laterAck(known.ack, message.ack) } : message;
  const others = known ? page.messages.filter((other) => other !== known) : page.messages;
  const place = others.findIndex((other) => comesBefore(merged, other));
  if (place === 0 && page.hasMore && !known) return page;
  const at = place === -1 ? others.length : place;
  return { ...page, messages: [...others.slice(0, at), merged, ...others.slice(at)] };
}

function laterAck(known: MessageView["ack"], news: MessageView["ack"]): MessageView["ack"] {
  if (news === -1) return known <= 1 ? -1 : known;
  return known === -1 ? news : news > known ? news : known;
}

/** The loaded messages after the ticket was read: all of them are (INBOX-028). */
export function applyReadToPages(page: MessagePageView): MessagePageView {
  return page.messages.every(({ read }) => read)
    ? page
    : { ...page, messages: page.messages.map((message) => (message.read ? message : { ...message, read: true })) };
}

/** The loaded messages after a contact changed its name: whoever wrote under the old one is shown with the new one, in quotes too. */
export function applyContactToPages(page: MessagePageView, event: ContactEvent): MessagePageView {
  if (event.action === "delete") return page;
  const { id, name } = event.contact;
  const isStale = ({ contact }: Pick<MessageView, "contact">): boolean => contact?.id === id && contact.name !== name;
  const renamed = <M extends Pick<MessageView, "contact">>(message: M): M =>
    isStale(message) ? { ...message, contact: { id, name } } : message;
  const isTouched = (message: MessageView): boolean => isStale(message) || (message.quotedMsg !== null && isStale(message.quotedMsg));
  if (!page.messages.some(isTouched)) return page;
  return {
    ...page,
    messages: page.messages.map((message) =>
      isTouched(message) ? { ...renamed(message), quotedMsg: message.quotedMsg && renamed(message.quotedMsg) } : message,
    ),
  };
}
