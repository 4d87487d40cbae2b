import { type Ack, type InboundEvent, type MessageRef, type PeerId, ACKS } from "@balcao/domain/messages";
import { asOtherFile, associationOf } from "../protocol/betterFile.js";
import { ignored, LIVE_FOR_MS, receivedAt } from "../protocol/inboundEvents.js";
import { dateAt, flagAt, listAt, numberAt, objectAt, textAt, toObject, type PlainObject } from "../protocol/plainJson.js";
import { toWidText, widAt } from "./wids.js";
import { adFieldOf } from "./wwebjsWords.js";
import { toPeer, type AltAddresses } from "./wid.js";
import { toContent } from "./wwebjsContent.js";

/** Kinds of messages in a chat that no person wrote. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  "e2e_notification",
  "notification",
  "notification_template",
  "gp2",
  "broadcast_notification",
  "protocol",
  "call_log",
  "debug",
  "newsletter_notification",
  "group_notification",
  // The head of an album, whose pictures come by themselves, and what is done to other messages.
  "album",
  "pinned_message",
  "keep_in_chat",
  "poll_update",
  "event_response",
  "event_edit_encrypted",
  "reaction",
  "reaction_enc",
  "automated_greeting_message",
]);

/**
 * Turns one stored payload of this connector into one event. Pure; garbage and unknown kinds are
 * `ignored`.
 */
export function toInbound(stored: unknown): InboundEvent {
  const payload = toObject(stored);
  switch (textAt(payload, "event")) {
    case "message":
      return toMessage(payload);
    case "edit":
      return onTarget(payload, (target, at) => ({ kind: "edited", target, text: textAt(payload, "text"), at }));
    case "revoke":
      return onTarget(payload, (target, at) => ({ kind: "revoked", target, at }));
    case "ack":
      return toAck(payload);
    case "reaction":
      return toReaction(payload);
    case "read":
      return toReadOnPhone(payload);
    case "call":
      return toCall(payload);
    case "number":
      return toAddressChange(payload);
    case "group":
      return aboutPeer(payload, "chat", (group, at) =>
        group.group === undefined ? ignored("no group") : { kind: "groupChanged", group, subject: textAt(payload, "subject") || null, at },
      );
    default:
      return ignored("no event of this connector");
  }
}

function altOf(payload: PlainObject | null): AltAddresses {
  return Object.fromEntries(
    Object.entries(objectAt(payload, "alt") ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * The message that a key names; for our own messages the reference has the chat's peer as the
 * author.
 */
function refOf(key: PlainObject | null, author: string, alt: AltAddresses): MessageRef | null {
  const chat = toPeer(widAt(key, "remote"), alt);
  const externalId = textAt(key, "id");
  if (chat === null || externalId === "") return null;
  const writer = toPeer(author || widAt(key, "participant"), alt);
  return { chat, externalId, fromMe: flagAt(key, "fromMe"), author: chat.group === undefined ? chat : (writer ?? chat) };
}

function toMessage(payload: PlainObject | null): InboundEvent {
  const message = objectAt(payload, "message");
  return asOtherFile(toOwnMessage(payload), associationOf(message, "associationType", objectAt(message, "parentMsgKey")));
}

function toOwnMessage(payload: PlainObject | null): InboundEvent {
  const message = objectAt(payload, "message");
  const alt = altOf(payload);
  const ref = refOf(objectAt(message, "id"), widAt(message, "author"), alt);
  if (ref === null) return ignored("not a conversation");
  const type = textAt(message, "type");
  if (NOT_WRITTEN.has(type)) return ignored(`type ${type}`);
  const received = receivedAt(payload);
  const sentAt = dateAt(message, "t") ?? received;
  const quoted = objectAt(message, "quoted");
  return {
    kind: "message",
    ref,
    authorName: ref.fromMe ? null : textAt(message, "notifyName") || null,
    sentAt,
    content: toContent(message),
    quotedExternalId: textAt(message, "quotedStanzaID") || null,
    ...(quoted === null ? {} : { quoted: { content: toContent(quoted), author: toPeer(widAt(message, "quotedParticipant"), alt) } }),
    mentions: listAt(message, "mentions")
      .map((wid) => toPeer(toWidText(wid), alt))
      .filter((peer): peer is PeerId => peer !== null),
    forwarded: flagAt(message, "isForwarded"),
    ...(ref.fromMe ? {} : adFieldOf(message)),
    live: textAt(payload, "found") === "" && received.getTime() - sentAt.getTime() < LIVE_FOR_MS,
  };
}

function onTarget(payload: PlainObject | null, toEvent: (target: MessageRef, at: Date) => InboundEvent): InboundEvent {
  const target = refOf(objectAt(payload, "target"), widAt(payload, "author"), altOf(payload));
  return target === null ? ignored("about no message") : toEvent(target, receivedAt(payload));
}

function toAck(payload: PlainObject | null): InboundEvent {
  const level = numberAt(payload, "ack");
  const ack = ACKS.find((each): each is Ack => each === level);
  const target = refOf(objectAt(payload, "target"), "", altOf(payload));
  if (target === null || !target.fromMe || ack === undefined || ack === 0) return ignored("no status of our own message");
  const error = ack === -1 ? { code: null, title: "Not sent", message: "WhatsApp did not take the message", details: "" } : null;
  return {
    kind: "ack",
    chat: target.chat,
    externalIds: [target.externalId],
    ack,
    error,
    outboxId: null,
    by: null,
    at: receivedAt(payload),
  };
}

function toReaction(payload: PlainObject | null): InboundEvent {
  const alt = altOf(payload);
  const by = toPeer(widAt(payload, "by"), alt);
  const target = refOf(objectAt(payload, "target"), "", alt);
  if (by === null || target === null) return ignored("a reaction to nothing");
  const fromMe = flagAt(objectAt(payload, "key"), "fromMe");
  return { kind: "reaction", target, by, fromMe, emoji: textAt(payload, "emoji") || null, at: dateAt(payload, "t") ?? receivedAt(payload) };
}

/** A chat without unread messages was read up to its newest message. */
function toReadOnPhone(payload: PlainObject | null): InboundEvent {
  const last = textAt(objectAt(payload, "last"), "id");
  if (last === "") return ignored("read, and nothing to read");
  return aboutPeer(payload, "chat", (chat, at) => ({ kind: "readOnPhone", chat, externalIds: [last], at }));
}

function toCall(payload: PlainObject | null): InboundEvent {
  const id = textAt(payload, "id");
  const from = toPeer(widAt(payload, "from"), altOf(payload));
  if (id === "" || from === null) return ignored("a call from nobody");
  const at = dateAt(payload, "t") ?? receivedAt(payload);
  return { kind: "call", id, from, video: flagAt(payload, "video"), group: flagAt(payload, "group"), phase: "offer", at };
}

function toAddressChange(payload: PlainObject | null): InboundEvent {
  const alt = altOf(payload);
  const from = toPeer(widAt(payload, "from"), alt);
  const to = toPeer(widAt(payload, "to"), alt);
  if (from === null || to === null) return ignored("a change of nobody");
  return { kind: "addressChanged", from, to, at: receivedAt(payload) };
}

function aboutPeer(payload: PlainObject | null, name: string, toEvent: (peer: PeerId, at: Date) => InboundEvent): InboundEvent {
  const peer = toPeer(widAt(payload, name), altOf(payload));
  return peer === null ? ignored("about nobody") : toEvent(peer, receivedAt(payload));
}
