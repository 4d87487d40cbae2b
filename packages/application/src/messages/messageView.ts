import { readSentTemplate } from "@balcao/domain/templates";
import type { MediaView, MessageView, QuotedView, ReactionView } from "@balcao/contracts/messages";
import type { SentTemplateView } from "@balcao/contracts/templates";
import type { MessageRow } from "@balcao/database/messages";
import { OWN_AUTHOR } from "../outgoing/index.js";
import { sentTemplateView } from "../templates/index.js";
import type { Presenter } from "../tickets/index.js";

/** A message for the wire: the fields of the contract and no others. What was deleted keeps its place, not its words (D-072). */
export function messageView(row: MessageRow, { fileUrl }: Pick<Presenter, "fileUrl">): MessageView {
  const hasFile = row.fileId !== null && !row.isDeleted;
  return {
    id: String(row.id),
    body: row.isDeleted ? "" : row.body,
    fromMe: row.fromMe,
    mediaType: row.type,
    mediaUrl: hasFile && row.fileId !== null ? fileUrl(row.fileId) : null,
    mediaUrlLiteral: hasFile ? row.fileId : null,
    ack: row.ack,
    read: row.read,
    createdAt: row.sentAt.toISOString(),
    quotedMsg: quotedView(row),
    isEdited: row.isEdited,
    editedMsg: row.isDeleted ? null : row.previousBody,
    editUnreadable: row.editUnreadable && !row.isDeleted,
    isDeleted: row.isDeleted,
    forward: row.isForwarded,
    errorLog: row.error,
    templateData: row.isDeleted || row.type !== "template" ? null : templateDataOf(row),
    dataJson: row.inboundEventId === null ? null : JSON.stringify({ eventId: row.inboundEventId }),
    downloadAttempts: row.downloadAttempts,
    ticketId: row.ticketId,
    contact: row.contactId === null ? null : { id: row.contactId, name: row.contactName ?? "" },
    userId: row.userId,
    userName: row.userName,
    media: row.isDeleted ? null : mediaView(row),
    sending: row.sending,
    clientKey: row.clientKey,
    reactions: row.isDeleted ? [] : reactionViews(row.reactions),
  };
}

/** One entry per emoji, the most frequent first. */
function reactionViews(reactions: MessageRow["reactions"]): ReactionView[] {
  const byEmoji = new Map<string, { count: number; fromMe: boolean }>();
  for (const [by, { emoji }] of Object.entries(reactions ?? {})) {
    if (emoji === null) continue;
    const known = byEmoji.get(emoji) ?? { count: 0, fromMe: false };
    byEmoji.set(emoji, { count: known.count + 1, fromMe: known.fromMe || by === OWN_AUTHOR });
  }
  return [...byEmoji].map(([emoji, facts]) => ({ emoji, ...facts })).sort((a, b) => b.count - a.count);
}

function templateDataOf({ details }: MessageRow): SentTemplateView | null {
  const sent = readSentTemplate(details);
  return sent && sentTemplateView(sent);
}

function quotedView(row: MessageRow): QuotedView | null {
  if (row.quotedId === null || row.quotedType === null) return null;
  return {
    id: String(row.quotedId),
    body: row.quotedIsDeleted === true ? "" : (row.quotedBody ?? ""),
    fromMe: row.quotedFromMe ?? false,
    mediaType: row.quotedType,
    contact: row.quotedContactId === null ? null : { id: row.quotedContactId, name: row.quotedContactName ?? "" },
  };
}

const toPeaks = (told: unknown): number[] | null =>
  Array.isArray(told) && told.length > 0 && told.every((peak) => typeof peak === "number") ? told : null;

const toFault = (told: unknown): MediaView["voiceFault"] => (told === "noProgram" || told === "failed" ? told : null);

function mediaView(row: MessageRow): MediaView | null {
  if (row.mediaState === null) return null;
  const told = row.media ?? {};
  const text = (key: string): string | null => {
    const value = told[key];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const seconds = told["seconds"];
  return {
    state: row.mediaState,
    mime: row.fileMime ?? text("mime"),
    fileName: text("fileName") ?? row.fileName,
    size: row.fileSize,
    width: row.fileWidth,
    height: row.fileHeight,
    seconds: row.fileSeconds ?? (typeof seconds === "number" ? seconds : null),
    voice: told["voice"] === true,
    peaks: toPeaks(told["peaks"]),
    voiceFault: toFault(told["voiceFault"]),
  };
}
