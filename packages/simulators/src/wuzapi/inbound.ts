import { setReaction } from "./chat.routes.js";
import { Refusal } from "./http.js";
import { numberOf, phoneJid } from "./jid.js";
import { digitsOf, newMessageId } from "./numbers.js";
import { advance, newMessage } from "./outbound.js";
import { contentOf, infoTypeOf, mediaTypeOf, messageEvent, messageKey, quoteOf, type Envelope } from "./payloads.js";
import { sampleOf, type SampleName } from "./samples.js";
import { sealEdit, secretOf } from "./sealedEdit.js";
import { ownJid, sendWhenOnline } from "./session.js";
import type { ChatMessage, Customer, MessageKind, WebhookOutcome, WuzapiUser } from "./types.js";
import { chatOf, customerOf, userByToken } from "./world.js";
import type { World } from "./world.types.js";

/** A file to send: its bytes (base64 over HTTP) or a sample. */
interface MediaInput {
  readonly sample?: SampleName;
  readonly bytes?: Uint8Array;
  readonly base64?: string;
  readonly mime?: string;
  readonly fileName?: string;
  readonly seconds?: number;
}

/**
 * An action in a chat of the linked number, on the customer's or (with `fromMe`) the owner's phone.
 */
export interface InboundInput {
  readonly token: string;
  /** The customer's phone: the author, or with `fromMe` the recipient. */
  readonly from: string;
  readonly kind?: MessageKind;
  readonly text?: string;
  readonly media?: MediaInput;
  readonly ptt?: boolean;
  readonly location?: { readonly latitude: number; readonly longitude: number; readonly name?: string };
  readonly contact?: { readonly name: string; readonly vcard: string };
  /** Id of the quoted message. */
  readonly quoted?: string;
  /** Id of the edited message (with `text`). */
  readonly edit?: string;
  /**
   * False sends a customer's edit in the form of before May 2026; edits on the owner's phone always
   * use that form.
   */
  readonly sealed?: boolean;
  /** Id of the message that is revoked for everyone. */
  readonly revoke?: string;
  /** An empty emoji removes the reaction. */
  readonly react?: { readonly id: string; readonly emoji: string };
  readonly group?: string;
  readonly fromMe?: boolean;
  /** `lid-only` also hides the phone. */
  readonly addressing?: "pn" | "lid" | "lid-only";
  readonly pushName?: string;
  /** Adds `:device` to Sender. */
  readonly device?: number;
  readonly id?: string;
  /** Instant of the message in milliseconds since 1970; now by default. */
  readonly at?: number;
  readonly forwarded?: boolean;
  readonly mentions?: readonly string[];
  readonly retryCount?: number;
  /**
   * A content of a newer protocol than WuzAPI was built with, by the type of its stanza: Go's protobuf leaves none of it in the JSON,
   * and whatsmeow takes `Info.Type` from the stanza (whatsmeow `parseMessageInfo`).
   */
  readonly newer?: "text" | "media" | "poll" | "event";
}

/** The message's id and the outcome of the first webhook attempt. */
export interface InboundResult {
  readonly id: string;
  readonly attempt: Promise<WebhookOutcome>;
}

/** The user of a token; throws when it is unknown or not linked. */
export function linkedUser(world: World, token: string): WuzapiUser {
  const user = userByToken(world, token);
  if (user === undefined) throw new Refusal(404, "no user has this token");
  if (!user.linked) throw new Refusal(409, "this user has no linked number");
  return user;
}

/**
 * Applies the action to the chats and sends a Message webhook. Throws when the user is unknown or
 * not linked, or the target does not exist.
 */
export function receive(world: World, input: InboundInput): InboundResult {
  const user = linkedUser(world, input.token);
  const phone = digitsOf(input.from);
  if (phone === "") throw new Refusal(400, "from must be a phone number");
  const customer = customerOf(world, phone);
  if (input.group !== undefined && !world.groups.has(input.group)) throw new Refusal(404, "no such group");
  const messages = chatOf(world, numberOf(user.jid), input.group ?? phone);
  const find = (id: string): ChatMessage => {
    const found = messages.find((message) => message.id === id);
    if (found === undefined) throw new Refusal(404, `no message ${id} in this chat`);
    return found;
  };
  const at = input.at ?? world.clock.now();
  const id = input.id ?? newMessageId();
  const post = (
    parts: Pick<Envelope, "kind" | "mediaType" | "edit">,
    message: Record<string, unknown>,
    extras: Record<string, unknown> = {},
  ): InboundResult => {
    const envelope = { ...envelopeOf(user, customer, input), ...parts, id, at };
    return { id, attempt: sendWhenOnline(world, user, messageEvent(envelope, message, extras, input.retryCount)) };
  };

  if (input.newer !== undefined)
    return post({ kind: input.newer, mediaType: "", edit: "" }, { messageContextInfo: { messageSecret: secretOf(id).toString("base64") } });
  const by = input.fromMe === true ? numberOf(user.jid) : phone;
  if (input.react !== undefined) {
    const target = find(input.react.id);
    setReaction(target, by, input.react.emoji);
    world.changed();
    const reactionMessage = {
      key: messageKey(user, target, input.group !== undefined, by),
      text: input.react.emoji,
      senderTimestampMS: at,
    };
    return post({ kind: "reaction", mediaType: "", edit: "" }, { reactionMessage });
  }
  if (input.revoke !== undefined) {
    const target = find(input.revoke);
    target.revoked = true;
    world.changed();
    return post(
      { kind: "text", mediaType: "", edit: "7" },
      { protocolMessage: { key: messageKey(user, target, input.group !== undefined, by), type: 0 } },
    );
  }
  if (input.edit !== undefined) {
    const target = find(input.edit);
    target.text = input.text ?? "";
    target.edited = true;
    world.changed();
    const key = messageKey(user, target, input.group !== undefined, by);
    if (input.fromMe !== true && input.sealed !== false && target.kind === "text") {
      const author = envelopeOf(user, customer, input).sender.replace(/:\d+@/, "@");
      return post({ kind: "text", mediaType: "", edit: "" }, sealEdit(key, target.id, author, target.text));
    }
    const editedMessage = contentOf({ ...target, quotedId: "" }, world.files, null);
    return post({ kind: "text", mediaType: "", edit: "1" }, { protocolMessage: { key, type: 14, editedMessage, timestampMS: at } });
  }
  const message = storedMessage(world, user, input, phone, id, at);
  const quoted = input.quoted === undefined ? null : find(input.quoted);
  // A repeated id is a redelivery: the phones show one message.
  if (!messages.some((known) => known.id === id && known.author === message.author)) messages.push(message);
  if (input.fromMe !== true) readBefore(world, user, customer, messages);
  world.note(input.fromMe === true ? "sent" : "received", user.name, input.group ?? phone);
  const context =
    quoted === null ? null : quoteOf(message, quoted, quoted.author === "owner" ? ownJid(user) : phoneJid(quoted.sender), world.files);
  const extras = mediaExtras(world, user, message);
  if (extras === null) return { id, attempt: Promise.resolve("lost") };
  const result = post(
    { kind: infoTypeOf(message), mediaType: mediaTypeOf(message), edit: "" },
    { ...contentOf(message, world.files, context), messageContextInfo: { messageSecret: secretOf(id).toString("base64") } },
    extras,
  );
  void result.attempt.then((outcome) => {
    if (outcome !== "waiting" && message.author === "customer" && message.state === "sent") message.state = "delivered";
    world.changed();
  });
  return result;
}

/** A customer who answers has read the earlier messages, if that customer sends read receipts. */
function readBefore(world: World, user: WuzapiUser, customer: Customer, messages: readonly ChatMessage[]): void {
  if (!customer.readReceipts || !customer.online) return;
  for (const message of messages)
    if (message.author === "owner" && message.state === "delivered") void advance(world, user, message, "read");
}

function storedMessage(world: World, user: WuzapiUser, input: InboundInput, phone: string, id: string, at: number): ChatMessage {
  const fromMe = input.fromMe ?? false;
  const number = numberOf(user.jid);
  const kind = input.kind ?? "text";
  const message = newMessage(world, {
    number,
    chat: input.group ?? phone,
    author: fromMe ? "owner" : "customer",
    via: fromMe ? "phone" : "customer",
    sender: fromMe ? number : phone,
    kind,
    text: input.text ?? "",
  });
  message.id = id;
  message.at = at;
  message.quotedId = input.quoted ?? "";
  message.forwarded = input.forwarded ?? false;
  message.mentions = [...(input.mentions ?? [])];
  if (input.location !== undefined) message.location = { ...input.location, name: input.location.name ?? "" };
  if (input.contact !== undefined) message.contact = { ...input.contact };
  if (["image", "audio", "video", "document", "sticker"].includes(kind)) {
    const sample = sampleOf(input.media?.sample ?? defaultSample(kind));
    const bytes = input.media?.bytes ?? (input.media?.base64 === undefined ? sample.bytes : Buffer.from(input.media.base64, "base64"));
    message.fileKey = world.files.add(Buffer.from(bytes), input.media?.mime ?? sample.mime, input.media?.fileName ?? sample.fileName).key;
    message.ptt = kind === "audio" && (input.ptt ?? true);
    message.seconds = input.media?.seconds ?? sample.seconds;
  }
  return message;
}

function defaultSample(kind: MessageKind): SampleName {
  if (kind === "image") return "photo";
  if (kind === "audio") return "voice";
  return kind === "video" || kind === "sticker" ? kind : "document";
}

function envelopeOf(
  user: WuzapiUser,
  customer: Customer,
  input: InboundInput,
): Omit<Envelope, "id" | "at" | "kind" | "mediaType" | "edit"> {
  const hidden = input.addressing === "lid" || input.addressing === "lid-only";
  const person = hidden ? customer.lid : phoneJid(customer.phone);
  const other = input.addressing === "lid-only" ? "" : hidden ? phoneJid(customer.phone) : customer.lid;
  const fromMe = input.fromMe ?? false;
  const sender = fromMe ? (hidden ? user.lid : ownJid(user)) : person;
  return {
    chat: input.group ?? person,
    sender: input.device === undefined ? sender : sender.replace("@", `:${input.device}@`),
    senderAlt: fromMe ? "" : other,
    recipientAlt: fromMe && input.group === undefined ? other : "",
    addressing: hidden ? "lid" : "pn",
    isFromMe: fromMe,
    isGroup: input.group !== undefined,
    pushName: fromMe ? user.pushName : (input.pushName ?? customer.name),
  };
}

/**
 * base64 and file name when the running record delivers media; null when the server fails to
 * download and drops the whole webhook.
 */
function mediaExtras(world: World, user: WuzapiUser, message: ChatMessage): Record<string, unknown> | null {
  const file = world.files.get(message.fileKey);
  if (file === undefined) return {};
  if (world.switches.dropMediaMessages > 0) {
    world.switches.dropMediaMessages -= 1;
    return null;
  }
  const sticker = message.kind === "sticker" ? { isSticker: true, stickerAnimated: false } : {};
  if (user.live.mediaDelivery !== "base64" && user.live.mediaDelivery !== "both") return sticker;
  if (world.switches.omitBase64 > 0) {
    world.switches.omitBase64 -= 1;
    return {};
  }
  return { base64: world.files.read(file).toString("base64"), mimeType: file.mime, fileName: file.fileName, ...sticker };
}
