import type { InboundEvent, MediaKind, MediaSource } from "@balcao/domain/messages";
import { NEWER, type Part, partOf, UNREADABLE, VIEW_ONCE } from "../protocol/messageTree.js";
import { dateAt, flagAt, idAt, numberAt, objectAt, textAt, toObject, type PlainObject } from "../protocol/plainJson.js";
import { isFromList, toPeer, toPeerWith } from "../addresses/jid.js";
import { ignored, receivedAt } from "../protocol/inboundEvents.js";
import { toMessage, toTreeEvent, type Envelope, type TreeDialect } from "../protocol/treeEvent.js";

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
export function toMessageEvent(payload: PlainObject): InboundEvent {
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
