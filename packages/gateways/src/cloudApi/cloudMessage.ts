import type { InboundEvent, MessageRef, PeerId } from "@balcao/domain/messages";
import { ignored, unknown } from "../protocol/inboundEvents.js";
import { toAdField, toContent } from "./cloudContent.js";
import { dateAt, flagAt, idAt, objectAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";

/**
 * A message that is older than this on arrival is backlog: it sends no greeting and no
 * notification.
 */
const LIVE_FOR_MS = 10 * 60 * 1000;

/**
 * A person by number, by BSUID (the id that Meta gives people who hide their number), or both; null
 * when both are empty.
 */
export function toPeer(phone: string, bsuid: string): PeerId | null {
  const digits = phone.replace(/\D/g, "");
  if (digits === "" && bsuid === "") return null;
  return { ...(digits === "" ? {} : { phone: digits }), ...(bsuid === "" ? {} : { bsuid }) };
}

/** One entry of `messages[]`, written by a customer. */
export function toMessageEvent(message: PlainObject, contact: PlainObject | null, receivedAt: Date): InboundEvent {
  const id = idAt(message, "id");
  if (textAt(message, "type") === "system") return toAddressChange(message, receivedAt);
  const from = toPeer(textAt(message, "from") || textAt(contact, "wa_id"), idAt(message, "from_user_id") || idAt(contact, "user_id"));
  if (from === null || id === "") return ignored("a message of nobody");
  const group = idAt(message, "group_id");
  const chat = group === "" ? from : { group };
  const at = dateAt(message, "timestamp") ?? receivedAt;
  const type = textAt(message, "type");
  const fields = objectAt(message, type);
  const change = Object.hasOwn(CHANGES, type) ? CHANGES[type] : undefined;
  if (change) return change(fields, { chat, from, at, fromMe: false });
  if (type === "request_welcome") return toOpenedChat(message, chat, at);
  return toMessage(message, chat, { author: from, id, at, fromMe: false, name: nameOf(contact), receivedAt });
}

/** Only with its advertisement an opened chat says something. */
function toOpenedChat(message: PlainObject, chat: PeerId, at: Date): InboundEvent {
  const { ad } = toAdField(message);
  return ad ? { kind: "chatOpened", chat, ad, at } : ignored("an opened chat");
}

/** Where and when a message was changed, and by whom; `fromMe` for the number's owner. */
interface ChangePlace {
  readonly chat: PeerId;
  readonly from: PeerId;
  readonly at: Date;
  readonly fromMe: boolean;
}

const targetOf = ({ chat, from, fromMe }: ChangePlace, externalId: string): MessageRef => ({ chat, externalId, fromMe, author: from });

/** The types of messages that change another message. */
const CHANGES: Readonly<Record<string, (fields: PlainObject | null, place: ChangePlace) => InboundEvent>> = {
  reaction: toReaction,
  edit: toEdit,
  revoke: toRevocation,
};

function toReaction(fields: PlainObject | null, place: ChangePlace): InboundEvent {
  const targetId = idAt(fields, "message_id");
  if (targetId === "") return ignored("a reaction to nothing");
  // Meta names only the message id, so the target may be our message or the customer's own.
  const target = { ...targetOf(place, targetId), fromMe: null };
  return { kind: "reaction", target, by: place.from, fromMe: place.fromMe, emoji: textAt(fields, "emoji") || null, at: place.at };
}

function toEdit(fields: PlainObject | null, place: ChangePlace): InboundEvent {
  const targetId = idAt(fields, "original_message_id");
  const edited = objectAt(fields, "message");
  if (targetId === "" || edited === null) return ignored("an edit of nothing");
  return { kind: "edited", target: targetOf(place, targetId), text: editedText(edited), at: place.at };
}

function toRevocation(fields: PlainObject | null, place: ChangePlace): InboundEvent {
  const targetId = idAt(fields, "original_message_id");
  return targetId === "" ? ignored("a revocation of nothing") : { kind: "revoked", target: targetOf(place, targetId), at: place.at };
}

/**
 * One entry of `message_echoes[]`: what the number's owner wrote, edited, deleted or reacted to in the
 * WhatsApp Business app.
 */
export function toEchoEvent(message: PlainObject, receivedAt: Date): InboundEvent {
  const to = toPeer(textAt(message, "to"), idAt(message, "to_user_id"));
  const id = idAt(message, "id");
  if (to === null || id === "") return ignored("an echo to nobody");
  const type = textAt(message, "type");
  const at = dateAt(message, "timestamp") ?? receivedAt;
  const change = Object.hasOwn(CHANGES, type) ? CHANGES[type] : undefined;
  if (change) return change(objectAt(message, type), { chat: to, from: to, at, fromMe: true });
  return toMessage(message, to, { author: to, id, at, fromMe: true, name: null, receivedAt });
}

/**
 * A message that Meta's agent wrote: an entry with the body of the request that sent it. It is ours, and nobody of
 * ours typed it.
 */
export function toAgentEcho(echo: PlainObject, receivedAt: Date): InboundEvent {
  const sent = objectAt(echo, "message");
  if (sent === null) return ignored("an echo of nothing");
  const to = textAt(sent, "to") === "" ? { to_user_id: idAt(sent, "recipient") } : {};
  const event = toEchoEvent({ ...sent, ...to, id: idAt(echo, "id"), timestamp: idAt(echo, "timestamp") }, receivedAt);
  return event.kind === "message" ? { ...event, live: false, metaAgent: true } : event;
}

interface Envelope {
  readonly author: PeerId;
  readonly id: string;
  readonly at: Date;
  readonly fromMe: boolean;
  readonly name: string | null;
  readonly receivedAt: Date;
}

function toMessage(message: PlainObject, chat: PeerId, { author, id, at, fromMe, name, receivedAt }: Envelope): InboundEvent {
  const context = objectAt(message, "context");
  return {
    kind: "message",
    ref: { chat, externalId: id, fromMe, author },
    authorName: name,
    sentAt: at,
    content: toContent(message),
    quotedExternalId: idAt(context, "id") || null,
    mentions: [],
    forwarded: flagAt(context, "forwarded") || flagAt(context, "frequently_forwarded"),
    live: receivedAt.getTime() - at.getTime() < LIVE_FOR_MS && !isAutomatic(message),
    ...(fromMe ? {} : toAdField(message)),
  };
}

/** Whether WhatsApp wrote a message for the customer: a permission to call that comes with the customer's own call. */
function isAutomatic(message: PlainObject): boolean {
  return textAt(objectAt(objectAt(message, "interactive"), "call_permission_reply"), "response_source") === "automatic";
}

function nameOf(contact: PlainObject | null): string | null {
  const profile = objectAt(contact, "profile");
  return textAt(profile, "name").trim() || textAt(profile, "username").trim() || null;
}

/** The text after an edit; for media it is the caption. */
function editedText(message: PlainObject): string {
  const fields = objectAt(message, textAt(message, "type"));
  return textAt(fields, "body") || textAt(fields, "caption");
}

/** A customer changed the number, which also changes their id, or only the id. */
function toAddressChange(message: PlainObject, receivedAt: Date): InboundEvent {
  const fields = objectAt(message, "system");
  const type = textAt(fields, "type");
  if (type !== "user_changed_number" && type !== "user_changed_user_id")
    return type === "" ? ignored("a system notice") : unknown(`messages system ${type}`, receivedAt);
  const from = toPeer(textAt(message, "from"), idAt(fields, "previous_user_id") || idAt(message, "from_user_id"));
  const to = toPeer(textAt(fields, "wa_id") || textAt(fields, "new_wa_id"), idAt(fields, "user_id"));
  if (from === null || to === null || idAt(message, "id") === "") return ignored("a change of no address");
  return { kind: "addressChanged", from, to, at: dateAt(message, "timestamp") ?? receivedAt };
}

/** Meta gave a customer another id: the same person, with the number where Meta says it (its page on business-scoped user ids). */
export function toIdChange(value: PlainObject | null, receivedAt: Date): InboundEvent {
  const [change] = objectsAt(value, "user_id_update");
  const ids = objectAt(change ?? null, "user_id");
  const [before, after] = [idAt(ids, "previous"), idAt(ids, "current")];
  if (change === undefined || before === "" || after === "") return unknown("user_id_update", receivedAt);
  const phone = textAt(change, "wa_id");
  const [from, to] = [toPeer(phone, before), toPeer(phone, after)];
  if (from === null || to === null) return unknown("user_id_update", receivedAt);
  return { kind: "addressChanged", from, to, at: dateAt(change, "timestamp") ?? receivedAt };
}

/** The contact in a webhook that wrote a message. */
export function contactOf(value: PlainObject | null, message: PlainObject): PlainObject | null {
  const contacts = objectsAt(value, "contacts");
  const phone = textAt(message, "from");
  const bsuid = textAt(message, "from_user_id");
  const isOf = (contact: PlainObject): boolean =>
    (phone !== "" && textAt(contact, "wa_id") === phone) || (bsuid !== "" && textAt(contact, "user_id") === bsuid);
  return contacts.find(isOf) ?? (contacts.length === 1 ? (contacts[0] ?? null) : null);
}
