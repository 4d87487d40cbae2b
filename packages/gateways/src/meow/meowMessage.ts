import type { InboundEvent, MediaKind, MediaSource } from "@balcao/domain/messages";
import { isFromList, toPeer, toPeerWith } from "../addresses/jid.js";
import { ignored, receivedAt } from "../protocol/inboundEvents.js";
import { editableText, NEWER, partOf, UNREADABLE, VIEW_ONCE, type FileReader, type Part } from "../protocol/messageTree.js";
import { dateAt, flagAt, idAt, numberAt, objectAt, textAt, toObject, valueAt, type PlainObject } from "../protocol/plainJson.js";
import { refOf, toMessage, toTreeEvent, type Envelope, type TreeDialect } from "../protocol/treeEvent.js";
import { isFileMarker } from "../streaming/cleanTree.js";

/** Reads the file of a webhook's message: bytes, type and name are beside the event. */
function fileReaderOf(payload: PlainObject): FileReader {
  return {
    sourceOf: (media, part) => sourceOf(media, part, payload),
    mime: textAt(payload, "mimeType"),
    fileName: textAt(payload, "fileName"),
  };
}

/**
 * The source of the bytes: the spooled file of the webhook, else the fields for `/chat/download*`.
 */
function sourceOf(media: MediaKind, part: Part, payload: PlainObject): MediaSource | null {
  const file = valueAt(payload, "base64");
  if (isFileMarker(file)) return { at: "store", fileId: file.$file };
  const fields = toObject(part.value);
  const descriptor = {
    media,
    Url: textAt(fields, "URL"),
    DirectPath: textAt(fields, "directPath"),
    MediaKey: textAt(fields, "mediaKey"),
    Mimetype: textAt(fields, "mimetype"),
    FileEncSHA256: textAt(fields, "fileEncSHA256"),
    FileSHA256: textAt(fields, "fileSHA256"),
    FileLength: numberAt(fields, "fileLength") ?? 0,
  };
  return descriptor.MediaKey === "" || (descriptor.Url === "" && descriptor.DirectPath === "") ? null : { at: "provider", descriptor };
}

/** A `Message` webhook: a message, or an edit, revoke or reaction that travels as one. */
export function toMessageEvent(payload: PlainObject): InboundEvent {
  const event = objectAt(payload, "event");
  const info = objectAt(event, "Info");
  const envelope = envelopeOf(info, payload);
  if (envelope === null) return ignored("not a conversation");
  if (textAt(info, "Category") === "peer") return ignored("between own devices");
  const tree = objectAt(event, "Message");
  if (textAt(info, "Edit") === "1") {
    const part = partOf(tree);
    if (part !== null && !NOT_MESSAGES.has(part.name))
      return { kind: "edited", target: refOf(envelope), text: editableText(part), at: envelope.at };
  }
  const dialect = dialectOf(envelope, info, payload);
  const isNewer = Object.keys(tree ?? {}).length === 0 && CONTENT_TYPES.has(textAt(info, "Type"));
  return isNewer ? toMessage(NEWER, envelope, dialect) : toTreeEvent(tree, envelope, dialect);
}

/** Types of a stanza that has something to show, also where this WuzAPI could read none of it. */
const CONTENT_TYPES: ReadonlySet<string> = new Set(["text", "media", "poll", "event"]);

/** Parts that arrive as messages and are none; each names the message that it is about. */
const NOT_MESSAGES: ReadonlySet<string> = new Set(["protocolmessage", "reactionmessage", "secretencryptedmessage"]);

/**
 * The event of an `UndecryptableMessage` webhook. A view-once message never arrives again; any
 * other message is requested again by the gateway under the same id, and may never arrive.
 */
export function toUndecryptableEvent(payload: PlainObject): InboundEvent {
  const event = objectAt(payload, "event");
  const envelope = envelopeOf(objectAt(event, "Info"), payload);
  if (envelope === null) return ignored("not a conversation");
  // Phones show nothing for these messages (reactions, votes and the like) either.
  if (textAt(event, "DecryptFailMode") === "hide") return ignored("hidden while it cannot be read");
  const isViewOnce = textAt(event, "UnavailableType").startsWith("view_once");
  return toMessage(isViewOnce ? VIEW_ONCE : UNREADABLE, envelope, fileReaderOf(payload));
}

function envelopeOf(info: PlainObject | null, payload: PlainObject): Envelope | null {
  const fromMe = flagAt(info, "IsFromMe");
  const chatJid = textAt(info, "Chat");
  const sender = toPeerWith(textAt(info, "Sender"), textAt(info, "SenderAlt"));
  const chat = isFromList(chatJid, fromMe) ? sender : toPeerWith(chatJid, textAt(info, fromMe ? "RecipientAlt" : "SenderAlt"));
  const id = idAt(info, "ID");
  if (chat === null || id === "") return null;
  const inGroup = chat.group !== undefined;
  if (inGroup && sender === null) return null;
  const actor = sender ?? chat;
  const arrived = receivedAt(payload);
  const recovered = flagAt(payload, "recovered");
  const verified = textAt(objectAt(objectAt(info, "VerifiedName"), "Details"), "verifiedName");
  return {
    chat,
    author: inGroup ? actor : chat,
    sender: actor,
    id,
    fromMe,
    at: dateAt(info, "Timestamp") ?? arrived,
    receivedAt: arrived,
    name: textAt(info, "PushName").trim() || verified,
    live: !recovered,
    recovered,
  };
}

/**
 * WuzAPI gives the key of a reaction from the side of the reacting person, hence the two negations.
 */
function dialectOf(envelope: Envelope, info: PlainObject | null, payload: PlainObject): TreeDialect {
  const inGroup = envelope.chat.group !== undefined;
  return {
    ...fileReaderOf(payload),
    isRevokedByAdmin: () => textAt(info, "Edit") === "8",
    reacted: (key) => {
      const own = flagAt(key, "fromMe");
      if (!inGroup) return { author: envelope.chat, fromMe: own === envelope.fromMe };
      const author = own ? envelope.author : (toPeer(textAt(key, "participant")) ?? envelope.author);
      return { author, fromMe: own && envelope.fromMe };
    },
  };
}
