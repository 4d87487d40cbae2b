import type { AppMessageEvent, OneContactEvent } from "../live/events.js";
import type { MessagePageView, MessageView } from "./messages.views.js";

const comesBefore = (a: MessageView, b: MessageView): boolean =>
  a.createdAt === b.createdAt ? Number(a.id) < Number(b.id) : a.createdAt < b.createdAt;

/**
 * The loaded messages of a ticket after an `appMessage` event: the message is inserted by its time or
 * replaces the loaded one (CONV-050), and acks never go down. A message older or newer than all
 * loaded ones is left to the page on that side while there is one.
 */
export function applyMessageToPages(page: MessagePageView, event: AppMessageEvent): MessagePageView {
  return upsertMessage(page, event.message);
}

/** Inserts one message, from an event or from a response, into the loaded messages. */
export function upsertMessage(page: MessagePageView, message: MessageView): MessagePageView {
  const loaded = page.messages.find(
    (other) => other.id === message.id || (message.clientKey !== null && other.clientKey === message.clientKey),
  );
  const merged = loaded ? { ...message, ack: higherAck(loaded.ack, message.ack) } : message;
  const others = page.messages.filter((other) => other !== loaded);
  const place = others.findIndex((other) => comesBefore(merged, other));
  const isBeyond = (place === 0 && page.hasMore) || (place === -1 && page.hasNewer);
  if (isBeyond && !loaded) return page;
  const at = place === -1 ? others.length : place;
  return { ...page, messages: [...others.slice(0, at), merged, ...others.slice(at)] };
}

function higherAck(loaded: MessageView["ack"], incoming: MessageView["ack"]): MessageView["ack"] {
  if (incoming === -1) return loaded <= 1 ? -1 : loaded;
  return incoming > loaded ? incoming : loaded;
}

/** The loaded messages after the ticket was read: all are marked as read (INBOX-028). */
export function applyReadToPages(page: MessagePageView): MessagePageView {
  return page.messages.every(({ read }) => read)
    ? page
    : { ...page, messages: page.messages.map((message) => (message.read ? message : { ...message, read: true })) };
}

/**
 * The loaded messages after a contact was renamed: its messages show the new name, and so do quotes
 * of them.
 */
export function applyContactToPages(page: MessagePageView, event: OneContactEvent): MessagePageView {
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
