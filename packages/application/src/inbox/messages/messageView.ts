import { readSentTemplate } from "@balcao/domain/templates";
import type { MediaView, MessageView, QuotedView, ReactionView, ReactorView } from "@balcao/contracts/messages";
import type { SentTemplateView } from "@balcao/contracts/templates";
import type { MessageRow } from "@balcao/database/messages";
import { isoInstant } from "@balcao/platform/clock";
import { handoverOf, OWN_AUTHOR } from "../outgoing/index.js";
import { sentTemplateView } from "../templates/index.js";
import { thumbUrlOf, type Presenter } from "../tickets/index.js";

/**
 * Converts a message to its wire fields. A deleted message stays in its place without its content; a quoted message that the person does not see is left out.
 */
export function messageView(row: MessageRow, { fileUrl, sees }: Pick<Presenter, "fileUrl" | "sees">): MessageView {
  return {
    id: String(row.id),
    fromMe: row.fromMe,
    mediaType: row.type,
    ack: row.ack,
    read: row.read,
    createdAt: isoInstant(row.sentAt),
    quotedMsg: row.quotedId === null ? quotedTextView(row) : isQuotedSeen(row, sees) ? quotedView(row) : null,
    isEdited: row.isEdited,
    isDeleted: row.isDeleted,
    forward: row.isForwarded,
    errorLog: row.error,
    dataJson: row.inboundEventId === null ? null : JSON.stringify({ eventId: row.inboundEventId, messageId: row.id }),
    downloadAttempts: row.downloadAttempts,
    ticketId: row.ticketId,
    contact: row.contactId === null ? null : { id: row.contactId, name: row.contactName ?? "" },
    userId: row.userId,
    userName: row.userName,
    sending: row.sending,
    clientKey: row.clientKey,
    ...(row.isDeleted ? DELETED : contentView(row, fileUrl)),
  };
}

type ContentView = Pick<
  MessageView,
  | "body"
  | "mediaUrl"
  | "mediaUrlLiteral"
  | "editedMsg"
  | "editUnreadable"
  | "templateData"
  | "media"
  | "transcription"
  | "mentions"
  | "handover"
  | "reactions"
>;

const DELETED: ContentView = {
  body: "",
  mediaUrl: null,
  mediaUrlLiteral: null,
  editedMsg: null,
  editUnreadable: false,
  templateData: null,
  media: null,
  transcription: null,
  mentions: [],
  handover: null,
  reactions: [],
};

function contentView(row: MessageRow, fileUrl: Presenter["fileUrl"]): ContentView {
  return {
    body: row.body,
    mediaUrl: row.fileId === null ? null : fileUrl(row.fileId),
    mediaUrlLiteral: row.fileId,
    editedMsg: row.previousBody,
    editUnreadable: row.editUnreadable,
    templateData: row.type === "template" ? templateDataOf(row, fileUrl) : null,
    media: mediaView(row, fileUrl),
    transcription: row.transcription,
    mentions: row.type === "comment" ? mentionsOf(row) : [],
    handover: row.type === "comment" ? handoverOf(row) : null,
    reactions: reactionViews(row),
  };
}

/** Groups reactions by emoji, the most frequent first. */
function reactionViews({ reactions, reactors }: Pick<MessageRow, "reactions" | "reactors">): ReactionView[] {
  const byEmoji = new Map<string, ReactorView[]>();
  for (const [key, { emoji, userId = null }] of Object.entries(reactions ?? {})) {
    if (emoji === null) continue;
    const reactor = { id: key === OWN_AUTHOR ? null : key, userId, name: reactors?.[key] ?? null };
    byEmoji.set(emoji, [...(byEmoji.get(emoji) ?? []), reactor]);
  }
  return [...byEmoji]
    .map(([emoji, by]) => ({ emoji, count: by.length, fromMe: by.some(({ id }) => id === null), by }))
    .sort((a, b) => b.count - a.count);
}

function templateDataOf({ details }: MessageRow, fileUrl: Presenter["fileUrl"]): SentTemplateView | null {
  const sent = readSentTemplate(details);
  return sent && sentTemplateView(sent, fileUrl);
}

/** The colleagues whom a comment mentions, as they were stored with it. */
function mentionsOf({ details }: MessageRow): MessageView["mentions"] {
  const mentioned: unknown = details?.["mentioned"];
  if (!Array.isArray(mentioned)) return [];
  return mentioned.flatMap((each: { readonly id?: unknown; readonly name?: unknown } | null) =>
    typeof each?.id === "number" && typeof each.name === "string" ? [{ id: each.id, name: each.name }] : [],
  );
}

/** A message quotes one of its own ticket. */
function isQuotedSeen(row: MessageRow, sees: Presenter["sees"]): boolean {
  return sees({
    connectionId: row.ticketConnectionId,
    queueId: row.quotedQueueId,
    ownerId: row.quotedOwnerId,
    authorId: row.quotedUserId,
    isRecovered: row.quotedIsRecovered ?? false,
    guestIds: row.guestIds,
  });
}

function quotedView(row: MessageRow): QuotedView | null {
  if (row.quotedId === null || row.quotedType === null) return null;
  return {
    id: String(row.quotedId),
    body: row.quotedIsDeleted === true ? "" : (row.quotedBody ?? ""),
    fromMe: row.quotedFromMe ?? false,
    mediaType: row.quotedType,
    contact: row.quotedContactId === null ? null : { id: row.quotedContactId, name: row.quotedContactName ?? "" },
    fileName: row.quotedIsDeleted === true ? null : row.quotedFileName,
  };
}

/** A quoted message that the inbox does not have, as it came with the reply (D-480). */
function quotedTextView({ details, isDeleted }: MessageRow): QuotedView | null {
  const quoted = details?.["quoted"] as (Omit<QuotedView, "id" | "mediaType"> & { readonly type: QuotedView["mediaType"] }) | undefined;
  if (quoted === undefined || isDeleted) return null;
  const { type, body, fromMe, contact, fileName } = quoted;
  return { id: null, body, fromMe, mediaType: type, contact, fileName };
}

const toPeaks = (value: unknown): number[] | null =>
  Array.isArray(value) && value.length > 0 && value.every((peak) => typeof peak === "number") ? value : null;

const toFault = (value: unknown): MediaView["voiceFault"] => (value === "noProgram" || value === "failed" ? value : null);

function mediaView(row: MessageRow, fileUrl: Presenter["fileUrl"]): MediaView | null {
  if (row.mediaState === null) return null;
  const facts = row.media ?? {};
  const text = (key: string): string | null => {
    const value = facts[key];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const seconds = facts["seconds"];
  return {
    state: row.mediaState,
    // A browser is asked whether it plays this, so that nobody presses play in vain.
    mime: row.fileMime !== null && row.fileCodec !== null ? `${row.fileMime}; codecs="${row.fileCodec}"` : (row.fileMime ?? text("mime")),
    thumbUrl: thumbUrlOf(row, fileUrl),
    fileName: text("fileName") ?? row.fileName,
    size: row.fileSize,
    width: row.fileWidth,
    height: row.fileHeight,
    seconds: row.fileSeconds ?? (typeof seconds === "number" ? seconds : null),
    voice: facts["voice"] === true,
    peaks: toPeaks(facts["peaks"]),
    voiceFault: toFault(facts["voiceFault"]),
    quarantined: text("quarantined") !== null,
  };
}
