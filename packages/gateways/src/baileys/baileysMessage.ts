import type { InboundEvent, MessageRef, PeerId } from "@balcao/domain/messaging";
import { editableText, partOf, toContent } from "./baileysContent.js";
import type { Part } from "./baileysContent.js";
import { toPeer, toPeerWith } from "../addresses/jid.js";
import { dateAt, flagAt, listAt, numberAt, objectAt, toObject, textAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

const LIVE_FOR_MS = 5 * 60_000;
const REVOKE: readonly unknown[] = [0, "REVOKE", undefined];
const EDIT: readonly unknown[] = [14, "MESSAGE_EDIT"];
/** `WebMessageInfo.StubType.CIPHERTEXT`: it came, and could not be read yet. */
const UNREADABLE = 2;

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

/** A `message` payload: a message, or an edit, revoke or reaction that travels as one. */
export function toMessageEvent(payload: PlainObject): InboundEvent {
  const envelope = envelopeOf(payload);
  if (envelope === null) return ignored("not a conversation");
  if (textAt(payload, "category") === "peer") return ignored("between own devices");
  if (numberAt(payload, "stub") === UNREADABLE) return ignored("not readable yet");
  const part = partOf(objectAt(payload, "message"));
  if (part === null) {
    if (!flagAt(objectAt(payload, "key"), "isViewOnce")) return ignored("a message without content");
    return toMessage(envelope, { name: "viewOnce", value: {} }, payload);
  }
  if (part.name === "protocolMessage") return toProtocolEvent(envelope, toObject(part.value));
  if (part.name === "reactionMessage") return toReaction(envelope, toObject(part.value));
  return toMessage(envelope, part, payload);
}

/** When it came, as the connector noted it. */
export function receivedAt(payload: PlainObject): Date {
  return new Date(numberAt(payload, "receivedAt") ?? 0);
}

function envelopeOf(payload: PlainObject): Envelope | null {
  const key = objectAt(payload, "key");
  const fromMe = flagAt(key, "fromMe");
  const chatJid = textAt(key, "remoteJid");
  const participant = toPeerWith(textAt(key, "participant"), textAt(key, "participantAlt"));
  const fromList = chatJid.endsWith("@broadcast") && !chatJid.startsWith("status@") && !fromMe;
  const chat = fromList ? participant : toPeerWith(chatJid, textAt(key, "remoteJidAlt"));
  const id = textAt(key, "id");
  if (chat === null || id === "") return null;
  const inGroup = chat.group !== undefined;
  const sender = participant ?? toPeer(fromMe ? textAt(payload, "me") : "") ?? (inGroup ? null : chat);
  if (sender === null) return null;
  return { chat, author: inGroup ? sender : chat, sender, id, fromMe, at: dateAt(payload, "at") ?? receivedAt(payload) };
}

function refOf(envelope: Envelope, id = envelope.id): MessageRef {
  return { chat: envelope.chat, externalId: id, fromMe: envelope.fromMe, author: envelope.author };
}

function toMessage(envelope: Envelope, part: Part, payload: PlainObject): InboundEvent {
  const context = objectAt(toObject(part.value), "contextInfo");
  const name = textAt(payload, "pushName").trim() || textAt(payload, "businessName").trim();
  const isLate = receivedAt(payload).getTime() - envelope.at.getTime() >= LIVE_FOR_MS;
  return {
    kind: "message",
    ref: refOf(envelope),
    authorName: envelope.fromMe ? null : name || null,
    sentAt: envelope.at,
    content: toContent(part, payload),
    quotedExternalId: textAt(context, "stanzaId") || null,
    mentions: listAt(context, "mentionedJid").flatMap((jid) => (typeof jid === "string" ? (toPeer(jid) ?? []) : [])),
    forwarded: flagAt(context, "isForwarded"),
    live: flagAt(payload, "live") && !isLate,
    ...(flagAt(payload, "recovered") ? { recovered: true as const } : {}),
  };
}

/** `key` names the message from its sender's side; chat and author are taken from the envelope wherever they are the same. */
function toProtocolEvent(envelope: Envelope, fields: PlainObject | null): InboundEvent {
  const key = objectAt(fields, "key");
  const id = textAt(key, "id");
  const type = fields?.["type"];
  if (EDIT.includes(type)) {
    const part = partOf(objectAt(fields, "editedMessage"));
    if (part === null || id === "") return ignored("an edit without text");
    return { kind: "edited", target: refOf(envelope, id), text: editableText(part), at: envelope.at };
  }
  if (id === "" || !REVOKE.includes(type)) return ignored("a protocol notice");
  const author = toPeer(textAt(key, "participant"));
  // An admin of a group revokes what somebody else wrote: only then the key tells of another author.
  const byAdmin = envelope.chat.group !== undefined && author !== null && !flagAt(key, "fromMe");
  const target = byAdmin ? { chat: envelope.chat, externalId: id, fromMe: false, author } : refOf(envelope, id);
  return { kind: "revoked", target, at: envelope.at };
}

/** The library has turned the key to our side already: `fromMe` means one of our own messages. */
function toReaction(envelope: Envelope, fields: PlainObject | null): InboundEvent {
  const key = objectAt(fields, "key");
  const id = textAt(key, "id");
  if (id === "") return ignored("a reaction to nothing");
  const inGroup = envelope.chat.group !== undefined;
  const author = inGroup ? (toPeer(textAt(key, "participant")) ?? envelope.author) : envelope.chat;
  const target = { chat: envelope.chat, externalId: id, fromMe: flagAt(key, "fromMe"), author };
  return { kind: "reaction", target, by: envelope.sender, fromMe: envelope.fromMe, emoji: textAt(fields, "text") || null, at: envelope.at };
}
