import type { InboundEvent, MessageContent, MessageRef, PeerId, QuotedContent, ReactionTarget } from "@balcao/domain/messages";
import { toPeer } from "../addresses/jid.js";
import { asOtherFile, associationIn } from "./betterFile.js";
import { ignored, LIVE_FOR_MS } from "./inboundEvents.js";
import { editableText, hidesContent, NEWER, partOf, toContent, type FileReader, type Part } from "./messageTree.js";
import { flagAt, idAt, listAt, objectAt, textAt, toObject, valueAt, type PlainObject } from "./plainJson.js";
import { adField, isAdvertisement, referralText, withWords } from "./referral.js";
import { toSealedEdit } from "./sealedEdit.js";

const REVOKE: readonly unknown[] = [0, "0", "REVOKE", undefined];
const EDIT: readonly unknown[] = [14, "14", "MESSAGE_EDIT"];

/** Where and by whom a message was written, and other facts around its tree. */
export interface Envelope {
  readonly chat: PeerId;
  readonly author: PeerId;
  /** The person who acted, also in a conversation of two. */
  readonly sender: PeerId;
  readonly id: string;
  readonly fromMe: boolean;
  readonly at: Date;
  readonly receivedAt: Date;
  /** The author's push name, or the verified name of a business. */
  readonly name: string;
  /** False when the connector knows that the message is backlog; an old message is never live. */
  readonly live: boolean;
  readonly recovered: boolean;
}

/**
 * What the shared reader needs from a connector. `key` is the tree's own key of another message.
 */
export interface TreeDialect extends FileReader {
  /** Whether an admin revoked somebody else's message in a group. */
  readonly isRevokedByAdmin: (key: PlainObject | null) => boolean;
  /** The author and the direction of the message that a reaction is about. */
  readonly reacted: (key: PlainObject | null) => Pick<ReactionTarget, "author" | "fromMe">;
}

/** One `Message` of WhatsApp: a message, or an edit, revocation or reaction that travels as one. */
export function toTreeEvent(tree: PlainObject | null, envelope: Envelope, dialect: TreeDialect): InboundEvent {
  const part = partOf(tree);
  if (part === null) return hidesContent(tree) ? toMessage(NEWER, envelope, dialect) : ignored("a message without content");
  const fields = toObject(part.value);
  if (part.name === "protocolmessage") return toProtocolEvent(fields, envelope, dialect);
  if (part.name === "reactionmessage") return toReaction(fields, envelope, dialect);
  if (part.name === "secretencryptedmessage") return toSealed(fields, envelope);
  return asOtherFile(toMessage(part, envelope, dialect), associationIn(tree));
}

/** The copy of the quoted message that a reply brings along; nothing where it has none. Its file stays with the original. */
function quotedField(context: PlainObject | null): { readonly quoted?: QuotedContent } {
  const part = partOf(objectAt(context, "quotedMessage"));
  if (part === null) return {};
  return { quoted: { content: toContent(part, { sourceOf: () => null }), author: toPeer(textAt(context, "participant")) } };
}

/** A content as a message of its envelope. */
export function toMessage(part: Part, envelope: Envelope, file: FileReader): InboundEvent {
  const context = objectAt(toObject(part.value), "contextInfo");
  const isLate = envelope.receivedAt.getTime() - envelope.at.getTime() >= LIVE_FOR_MS;
  return {
    kind: "message",
    ref: refOf(envelope),
    authorName: envelope.fromMe ? null : envelope.name.trim() || null,
    sentAt: envelope.at,
    content: withReferral(toContent(part, file), envelope, context),
    quotedExternalId: idAt(context, "stanzaId") || null,
    ...quotedField(context),
    mentions: listAt(context, "mentionedJid").flatMap((jid) => (typeof jid === "string" ? (toPeer(jid) ?? []) : [])),
    forwarded: flagAt(context, "isForwarded"),
    live: envelope.live && !isLate,
    ...(envelope.recovered ? { recovered: true as const } : {}),
    ...adOf(envelope, context),
  };
}

/**
 * The content with the advertisement or preview that a customer's message came from below its text.
 */
function withReferral(content: MessageContent, envelope: Envelope, context: PlainObject | null): MessageContent {
  const reply = envelope.fromMe ? null : objectAt(context, "externalAdReply");
  const words = referralText(textAt(reply, "title"), textAt(reply, "body"), textAt(reply, "sourceUrl"), isAdvertisement(reply));
  return withWords(content, words, "conversation");
}

/** The advertisement that a customer tapped, where it is one. */
function adOf(envelope: Envelope, context: PlainObject | null): ReturnType<typeof adField> {
  const reply = envelope.fromMe ? null : objectAt(context, "externalAdReply");
  if (!isAdvertisement(reply)) return {};
  return adField({
    headline: textAt(reply, "title"),
    id: idAt(reply, "sourceId"),
    url: textAt(reply, "sourceUrl"),
    clickId: idAt(reply, "ctwaClid"),
  });
}

/** A reference to the envelope's message, or to another message of its author. */
export function refOf(envelope: Envelope, id = envelope.id): MessageRef {
  return { chat: envelope.chat, externalId: id, fromMe: envelope.fromMe, author: envelope.author };
}

/**
 * `key` names the message from its sender's side; chat and author come from the envelope wherever
 * they are the same.
 */
function toProtocolEvent(fields: PlainObject | null, envelope: Envelope, { isRevokedByAdmin }: TreeDialect): InboundEvent {
  const key = objectAt(fields, "key");
  const id = idAt(key, "id");
  const type = valueAt(fields, "type");
  if (EDIT.includes(type)) {
    const part = partOf(objectAt(fields, "editedMessage"));
    if (part === null) return ignored("an edit without text");
    return { kind: "edited", target: refOf(envelope, id || envelope.id), text: editableText(part), at: envelope.at };
  }
  if (id === "" || !REVOKE.includes(type)) return ignored("a protocol notice");
  const author = toPeer(textAt(key, "participant"));
  const byAdmin = envelope.chat.group !== undefined && author !== null && isRevokedByAdmin(key);
  const target = byAdmin
    ? { chat: envelope.chat, externalId: id, fromMe: flagAt(key, "fromMe") && envelope.fromMe, author }
    : refOf(envelope, id);
  return { kind: "revoked", target, at: envelope.at };
}

/** Only the author of a message edits it, so the envelope names chat and author. */
function toSealed(fields: PlainObject | null, envelope: Envelope): InboundEvent {
  const id = idAt(objectAt(fields, "targetMessageKey"), "id");
  if (id === "") return ignored("an edit of nothing");
  return { kind: "sealedEdit", target: refOf(envelope, id), sealed: toSealedEdit(fields, id, envelope.sender), at: envelope.at };
}

function toReaction(fields: PlainObject | null, envelope: Envelope, { reacted }: TreeDialect): InboundEvent {
  const key = objectAt(fields, "key");
  const id = idAt(key, "id");
  if (id === "") return ignored("a reaction to nothing");
  const target = { chat: envelope.chat, externalId: id, ...reacted(key) };
  return { kind: "reaction", target, by: envelope.sender, fromMe: envelope.fromMe, emoji: textAt(fields, "text") || null, at: envelope.at };
}
