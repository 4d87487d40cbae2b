import type { Ack, InboundEvent, MediaKind, MediaSource } from "@balcao/domain/messages";
import { isFromList, toPeer, toPeerWith } from "../addresses/jid.js";
import { ignored, receivedAt } from "../protocol/inboundEvents.js";
import { NEWER, partOf, UNREADABLE, VIEW_ONCE, type Part } from "../protocol/messageTree.js";
import { dateAt, flagAt, idAt, listAt, numberAt, objectAt, textAt, toObject, type PlainObject } from "../protocol/plainJson.js";
import { toMessage, toTreeEvent, type Envelope, type TreeDialect } from "../protocol/treeEvent.js";

/**
 * The receipt types that change an ack, with the ack that each means. `inactive` is a
 * delivery to a phone that is not in use.
 */
const RECEIPTS: Readonly<Record<string, Ack>> = { "": 2, inactive: 2, sent: 1, read: 3, played: 4, error: -1 };
const ENDED: ReadonlySet<string> = new Set(["accept", "reject", "timeout", "terminate"]);

/**
 * How a file is fetched later. It includes the message's key, with which the sender's phone is
 * asked for an expired file.
 */
function sourceOf(media: MediaKind, part: Part, payload: PlainObject): MediaSource | null {
  const fields = toObject(part.value);
  const directPath = textAt(fields, "directPath");
  const mediaKey = textAt(fields, "mediaKey");
  if (directPath === "" || mediaKey === "") return null;
  return {
    at: "provider",
    descriptor: {
      media,
      name: part.providerType,
      directPath,
      mediaKey,
      mimetype: textAt(fields, "mimetype"),
      fileName: textAt(fields, "fileName"),
      fileSha256: textAt(fields, "fileSha256"),
      fileEncSha256: textAt(fields, "fileEncSha256"),
      fileLength: numberAt(fields, "fileLength") ?? 0,
      key: objectAt(payload, "key"),
    },
  };
}

/** `WebMessageInfo.StubType.CIPHERTEXT`: the message arrived and could not be decrypted yet. */
const CIPHERTEXT = 2;

/** A `message` payload: a message, or an edit, revoke or reaction that travels as one. */
function toMessageEvent(payload: PlainObject): InboundEvent {
  const envelope = envelopeOf(payload);
  if (envelope === null) return ignored("not a conversation");
  if (textAt(payload, "category") === "peer") return ignored("between own devices");
  const tree = objectAt(payload, "message");
  const dialect = dialectOf(envelope, payload);
  if (partOf(tree) !== null) return toTreeEvent(tree, envelope, dialect);
  if (flagAt(objectAt(payload, "key"), "isViewOnce")) return toMessage(VIEW_ONCE, envelope, dialect);
  if (numberAt(payload, "stub") === CIPHERTEXT) return toMessage(UNREADABLE, envelope, dialect);
  if (flagAt(payload, "hidden")) return ignored("hidden while it cannot be read");
  // The bytes are kept where the library read nothing of them.
  if (textAt(payload, "bytes") !== "") return toMessage(NEWER, envelope, dialect);
  return toTreeEvent(tree, envelope, dialect);
}

function envelopeOf(payload: PlainObject): Envelope | null {
  const key = objectAt(payload, "key");
  const fromMe = flagAt(key, "fromMe");
  const chatJid = textAt(key, "remoteJid");
  const participant = toPeerWith(textAt(key, "participant"), textAt(key, "participantAlt"));
  const chat = isFromList(chatJid, fromMe) ? participant : toPeerWith(chatJid, textAt(key, "remoteJidAlt"));
  const id = idAt(key, "id");
  if (chat === null || id === "") return null;
  const inGroup = chat.group !== undefined;
  const own = fromMe ? toPeer(textAt(payload, "me")) : null;
  const sender = participant ?? own ?? (inGroup ? null : chat);
  if (sender === null) return null;
  const arrived = receivedAt(payload);
  return {
    chat,
    author: inGroup ? sender : chat,
    sender,
    id,
    fromMe,
    at: dateAt(payload, "at") ?? arrived,
    receivedAt: arrived,
    name: textAt(payload, "pushName").trim() || textAt(payload, "businessName"),
    live: flagAt(payload, "live"),
    recovered: flagAt(payload, "recovered"),
  };
}

/**
 * The library has already converted the keys of reactions: `fromMe` means one of our own messages.
 */
function dialectOf(envelope: Envelope, payload: PlainObject): TreeDialect {
  const inGroup = envelope.chat.group !== undefined;
  return {
    sourceOf: (media, part) => sourceOf(media, part, payload),
    isRevokedByAdmin: (key) => !flagAt(key, "fromMe"),
    reacted: (key) => ({
      fromMe: flagAt(key, "fromMe"),
      author: inGroup ? (toPeer(textAt(key, "participant")) ?? envelope.author) : envelope.chat,
    }),
  };
}

/**
 * Pure: turns one payload of this connector into one event. Unknown payloads are ignored; never
 * throws.
 */
export function toInbound(payload: unknown): InboundEvent {
  const body = toObject(payload);
  if (body === null) return ignored("not an object");
  switch (textAt(body, "type")) {
    case "message":
      return toMessageEvent(body);
    case "receipt":
      return toReceipt(body);
    case "call":
      return toCall(body);
    case "contact":
      return toContact(body);
    case "group":
      return toGroup(body);
    default:
      return ignored("an unknown payload");
  }
}

function toReceipt(body: PlainObject): InboundEvent {
  const chat = toPeerWith(textAt(body, "jid"), textAt(body, "alt"));
  if (chat === null) return ignored("a receipt from nowhere");
  const state = textAt(body, "state");
  const externalIds = listAt(body, "ids").filter((id) => typeof id === "string");
  if (state === "read-self") return { kind: "readOnPhone", chat, externalIds, at: dateAt(body, "at") ?? receivedAt(body) };
  const ack = RECEIPTS[state];
  if (ack === undefined || externalIds.length === 0) return ignored("a receipt of no use");
  const code = textAt(body, "code");
  const error = ack === -1 ? { code, title: "Not sent", message: `WhatsApp refused the message (${code})`, details: "" } : null;
  const by = chat.group === undefined ? null : toPeer(textAt(body, "participant"));
  return { kind: "ack", chat, externalIds, ack, error, outboxId: null, by, at: dateAt(body, "at") ?? receivedAt(body) };
}

function toCall(body: PlainObject): InboundEvent {
  const from = toPeerWith(textAt(body, "jid"), textAt(body, "alt"));
  const id = textAt(body, "id");
  const status = textAt(body, "status");
  if (from === null || id === "") return ignored("a call from nobody");
  if (status !== "offer" && !ENDED.has(status)) return ignored("a step of a call");
  const phase = status === "offer" ? "offer" : "ended";
  return {
    kind: "call",
    id,
    from,
    video: flagAt(body, "video"),
    group: flagAt(body, "group"),
    phase,
    at: dateAt(body, "at") ?? receivedAt(body),
  };
}

function toContact(body: PlainObject): InboundEvent {
  const peer = toPeerWith(textAt(body, "jid"), textAt(body, "alt"));
  if (peer === null || peer.group !== undefined) return ignored("a change of nobody");
  return { kind: "contactChanged", peer, name: textAt(body, "name").trim() || null, pictureChanged: flagAt(body, "picture") };
}

function toGroup(body: PlainObject): InboundEvent {
  const group = toPeerWith(textAt(body, "jid"), "");
  if (group?.group === undefined) return ignored("a change of no group");
  return { kind: "groupChanged", group, subject: textAt(body, "subject") || null, at: receivedAt(body) };
}
