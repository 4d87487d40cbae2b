import { phoneJid, numberOf } from "./jid.js";
import type { FileStore } from "./files.js";
import type { ChatMessage, StoredFile, WebhookPayload, WuzapiUser } from "./types.js";

/** Bytes as the JSON of Go structs writes them. */
type Proto = Record<string, unknown>;

/** Author, chat and other facts of a message before it is written as `Info`. */
export interface Envelope {
  readonly chat: string;
  readonly sender: string;
  readonly senderAlt: string;
  readonly recipientAlt: string;
  readonly addressing: "pn" | "lid" | "";
  readonly isFromMe: boolean;
  readonly isGroup: boolean;
  readonly id: string;
  readonly kind: string;
  readonly mediaType: string;
  readonly edit: "" | "1" | "7";
  readonly pushName: string;
  readonly at: number;
}

/** The whole Message webhook. */
export function messageEvent(envelope: Envelope, message: Proto, extras: Proto = {}, retryCount = 0): WebhookPayload {
  return {
    type: "Message",
    event: {
      Info: {
        Chat: envelope.chat,
        Sender: envelope.sender,
        IsFromMe: envelope.isFromMe,
        IsGroup: envelope.isGroup,
        AddressingMode: envelope.addressing,
        SenderAlt: envelope.senderAlt,
        RecipientAlt: envelope.recipientAlt,
        BroadcastListOwner: "",
        ID: envelope.id,
        ServerID: 0,
        Type: envelope.kind,
        PushName: envelope.pushName,
        Timestamp: new Date(envelope.at).toISOString(),
        Category: "",
        Multicast: false,
        MediaType: envelope.mediaType,
        Edit: envelope.edit,
        VerifiedName: null,
        DeviceSentMeta: envelope.isFromMe ? { DestinationJID: envelope.chat, Phash: "" } : null,
      },
      Message: message,
      IsEphemeral: false,
      IsViewOnce: false,
      IsEdit: envelope.edit === "1",
      RawMessage: message,
      UnavailableRequestID: "",
      RetryCount: retryCount,
    },
    ...extras,
  };
}

/** The content of a stored message, with the context of a quote, mentions or a forward. */
export function contentOf(message: ChatMessage, files: FileStore, quoted: Proto | null): Proto {
  const context = quoted ?? plainContext(message);
  const withContext = context === null ? {} : { contextInfo: context };
  const file = files.get(message.fileKey);
  switch (message.kind) {
    case "image":
    case "video":
    case "audio":
    case "document":
    case "sticker":
      return file === undefined ? {} : { [`${message.kind}Message`]: { ...mediaFields(message, file), ...withContext } };
    case "location":
      return {
        locationMessage: {
          degreesLatitude: message.location?.latitude,
          degreesLongitude: message.location?.longitude,
          name: message.location?.name,
          ...withContext,
        },
      };
    case "contact":
      return { contactMessage: { displayName: message.contact?.name, vcard: message.contact?.vcard, ...withContext } };
    case "poll":
      return {
        pollCreationMessage: { name: message.text, options: message.options.map((optionName) => ({ optionName })), ...withContext },
      };
    default:
      return context === null ? { conversation: message.text } : { extendedTextMessage: { text: message.text, ...withContext } };
  }
}

function plainContext(message: ChatMessage): Proto | null {
  if (message.mentions.length === 0 && !message.forwarded) return null;
  return { mentionedJID: message.mentions, isForwarded: message.forwarded };
}

/** The context of a reply to `quoted`. */
export function quoteOf(message: ChatMessage, quoted: ChatMessage, participant: string, files: FileStore): Proto {
  return { ...plainContext(message), stanzaID: quoted.id, participant, quotedMessage: contentOf({ ...quoted, quotedId: "" }, files, null) };
}

function mediaFields(message: ChatMessage, file: StoredFile): Proto {
  return {
    URL: file.url,
    directPath: file.directPath,
    mediaKey: file.mediaKey,
    mimetype: file.mime,
    fileSHA256: file.sha256,
    fileEncSHA256: file.encSha256,
    fileLength: file.size,
    mediaKeyTimestamp: Math.floor(message.at / 1000),
    ...(message.text === "" ? {} : { caption: message.text }),
    ...(message.kind === "document" ? { fileName: file.fileName, title: file.fileName } : {}),
    ...(message.kind === "audio" ? { PTT: message.ptt, seconds: message.seconds } : {}),
    ...(message.kind === "video" ? { seconds: message.seconds } : {}),
    ...(message.kind === "image" ? { width: 640, height: 480 } : {}),
    ...(message.kind === "sticker" ? { isAnimated: false } : {}),
  };
}

/** `Info.MediaType` of a message: "ptt" for voice notes, "" for text. */
export function mediaTypeOf(message: ChatMessage): string {
  if (message.kind === "text") return "";
  if (message.kind === "audio") return message.ptt ? "ptt" : "audio";
  return message.kind === "contact" ? "vcard" : message.kind;
}

/** `Info.Type` of a message. */
export function infoTypeOf(message: ChatMessage): string {
  if (message.kind === "text") return "text";
  return message.kind === "poll" ? "poll" : "media";
}

/** The ReadReceipt webhook. */
export function receiptEvent(
  where: { chat: string; sender: string; isGroup: boolean; fromMe?: boolean; addressing?: "pn" | "lid" },
  ids: readonly string[],
  state: "Delivered" | "Read" | "ReadSelf",
  at: number,
): WebhookPayload {
  return {
    type: "ReadReceipt",
    state,
    event: {
      Chat: where.chat,
      Sender: where.sender,
      IsFromMe: where.fromMe ?? false,
      IsGroup: where.isGroup,
      AddressingMode: where.addressing ?? "pn",
      MessageIDs: ids,
      Timestamp: new Date(at).toISOString(),
      Type: { Delivered: "", Read: "read", ReadSelf: "read-self" }[state],
      MessageSender: "",
    },
  };
}

/**
 * The key of a message inside reactions and protocol messages, as seen by `by`, who reacts, edits
 * or deletes: their own messages are "from me".
 */
export function messageKey(user: WuzapiUser, message: ChatMessage, group: boolean, by: string): Proto {
  const chat = group ? message.chat : phoneJid(message.chat);
  const author = message.author === "owner" ? numberOf(user.jid) : message.sender;
  return { remoteJID: chat, fromMe: author === by, ID: message.id, ...(group ? { participant: phoneJid(author) } : {}) };
}
