import type { InboundEvent, MessageRef, PeerId } from "@balcao/domain/messaging";
import { dateAt, flagAt, idAt, listAt, objectAt, textAt, toObject, valueAt } from "./goJson.js";
import type { GoObject } from "./goJson.js";
import { toPeer, toPeerWith } from "../addresses/jid.js";
import { editableText, partOf, toContent } from "./meowContent.js";
import type { MeowPart } from "./meowContent.js";

const LIVE_FOR_MS = 5 * 60_000;
const REVOKE: readonly unknown[] = [0, "0", "REVOKE", undefined];
const EDIT: readonly unknown[] = [14, "14", "MESSAGE_EDIT"];

/** Where and by whom a message was written. */
interface Envelope {
  readonly chat: PeerId;
  readonly author: PeerId;
  /** Who acted, also in a conversation of two. */
  readonly sender: PeerId;
  readonly id: string;
  readonly fromMe: boolean;
  readonly at: Date;
}

export function ignored(reason: string): InboundEvent {
  return { kind: "ignored", reason };
}

/** A `Message` webhook: a message, or an edit, revoke or reaction that travels as one. */
export function toMessageEvent(payload: GoObject): InboundEvent {
  const event = objectAt(payload, "event");
  const info = objectAt(event, "Info");
  const envelope = envelopeOf(info, receivedAt(payload));
  if (envelope === null) return ignored("not a conversation");
  if (textAt(info, "Category") === "peer") return ignored("between own devices");
  const part = partOf(objectAt(event, "Message"));
  if (part === null) return ignored("a message without content");
  const fields = toObject(part.value);
  if (part.name === "protocolmessage") return toProtocolEvent(envelope, fields, textAt(info, "Edit"));
  if (part.name === "reactionmessage") return toReaction(envelope, fields);
  if (textAt(info, "Edit") === "1") return { kind: "edited", target: refOf(envelope), text: editableText(part), at: envelope.at };
  return toMessage(envelope, part, payload, authorName(info));
}

/** An `UndecryptableMessage` webhook. A view-once message never comes again; any other one is asked for again by the gateway under the same id. */
export function toUndecryptableEvent(payload: GoObject): InboundEvent {
  const event = objectAt(payload, "event");
  const info = objectAt(event, "Info");
  const envelope = envelopeOf(info, receivedAt(payload));
  if (envelope === null || !textAt(event, "UnavailableType").startsWith("view_once")) return ignored("not readable yet");
  return toMessage(envelope, { name: "viewonce", providerType: "viewOnce", value: {} }, payload, authorName(info));
}

/** When the webhook came, as the intake noted it. */
export function receivedAt(payload: GoObject): Date {
  return dateAt(payload, "receivedAt") ?? new Date(0);
}

function envelopeOf(info: GoObject | null, fallback: Date): Envelope | null {
  const fromMe = flagAt(info, "IsFromMe");
  const chatJid = textAt(info, "Chat");
  const sender = toPeerWith(textAt(info, "Sender"), textAt(info, "SenderAlt"));
  const fromList = chatJid.endsWith("@broadcast") && !chatJid.startsWith("status@") && !fromMe;
  const chat = fromList ? sender : toPeerWith(chatJid, textAt(info, fromMe ? "RecipientAlt" : "SenderAlt"));
  const id = idAt(info, "ID");
  if (chat === null || id === "") return null;
  const inGroup = chat.group !== undefined;
  if (inGroup && sender === null) return null;
  const actor = sender ?? chat;
  return { chat, author: inGroup ? actor : chat, sender: actor, id, fromMe, at: dateAt(info, "Timestamp") ?? fallback };
}

function refOf(envelope: Envelope, id = envelope.id): MessageRef {
  return { chat: envelope.chat, externalId: id, fromMe: envelope.fromMe, author: envelope.author };
}

function authorName(info: GoObject | null): string | null {
  if (flagAt(info, "IsFromMe")) return null;
  const verified = textAt(objectAt(objectAt(info, "VerifiedName"), "Details"), "verifiedName");
  return textAt(info, "PushName").trim() || verified.trim() || null;
}

function toMessage(envelope: Envelope, part: MeowPart, payload: GoObject, name: string | null): InboundEvent {
  const context = objectAt(toObject(part.value), "contextInfo");
  return {
    kind: "message",
    ref: refOf(envelope),
    authorName: name,
    sentAt: envelope.at,
    content: toContent(part, payload),
    quotedExternalId: idAt(context, "stanzaID") || null,
    mentions: listAt(context, "mentionedJID").flatMap((jid) => (typeof jid === "string" ? (toPeer(jid) ?? []) : [])),
    forwarded: flagAt(context, "isForwarded"),
    live: !flagAt(payload, "recovered") && receivedAt(payload).getTime() - envelope.at.getTime() < LIVE_FOR_MS,
    ...(flagAt(payload, "recovered") ? { recovered: true as const } : {}),
  };
}

/** `key` tells of the message from its sender's side; chat and author are taken from the envelope wherever they are the same. */
function toProtocolEvent(envelope: Envelope, fields: GoObject | null, edit: string): InboundEvent {
  const key = objectAt(fields, "key");
  const id = idAt(key, "ID");
  const type = valueAt(fields, "type");
  if (EDIT.includes(type)) {
    const part = partOf(objectAt(fields, "editedMessage"));
    if (part === null) return ignored("an edit without text");
    return { kind: "edited", target: refOf(envelope, id || envelope.id), text: editableText(part), at: envelope.at };
  }
  if (id === "" || !REVOKE.includes(type)) return ignored("a protocol notice");
  const author = toPeer(textAt(key, "participant"));
  const byAdmin = edit === "8" && envelope.chat.group !== undefined && author !== null;
  const target = byAdmin
    ? { chat: envelope.chat, externalId: id, fromMe: flagAt(key, "fromMe") && envelope.fromMe, author }
    : refOf(envelope, id);
  return { kind: "revoked", target, at: envelope.at };
}

/** The reacted message is told from the reacting person's side, hence the two negations. */
function toReaction(envelope: Envelope, fields: GoObject | null): InboundEvent {
  const key = objectAt(fields, "key");
  const id = idAt(key, "ID");
  if (id === "") return ignored("a reaction to nothing");
  const own = flagAt(key, "fromMe");
  const inGroup = envelope.chat.group !== undefined;
  const participant = toPeer(textAt(key, "participant"));
  const author = inGroup ? (own ? envelope.author : (participant ?? envelope.author)) : envelope.chat;
  const fromMe = inGroup ? own && envelope.fromMe : own === envelope.fromMe;
  const target = { chat: envelope.chat, externalId: id, fromMe, author };
  return { kind: "reaction", target, by: envelope.sender, fromMe: envelope.fromMe, emoji: textAt(fields, "text") || null, at: envelope.at };
}
