import type { MessageContent, PeerId } from "@balcao/domain/messages";
import { insertChore } from "@balcao/database/chores";
import { claimFile, disownFile } from "@balcao/database/files";
import { insertMediaJob } from "@balcao/database/mediaJobs";
import { setMessageMedia } from "@balcao/database/messages";
import { toCleanName } from "@balcao/platform/files";
import type { LaneStep } from "./laneStep.js";
import { setShownKind } from "../media/index.js";
import type { MessageEvent } from "./toDraft.js";

const PICTURE_CHECK_MS = 24 * 60 * 60 * 1000;

type MediaContent = Extract<MessageContent, { kind: "media" }>;

/**
 * Claims a file that arrived with the event; any other is fetched by a chore after the commit, with
 * retries.
 */
export async function followMedia(
  step: LaneStep,
  event: MessageEvent,
  messageId: number,
  which: "first" | "other" = "first",
): Promise<void> {
  const { content, better = false } = event;
  if (content.kind !== "media" || content.source === null) return;
  const { source, media, fileName, voice } = content;
  if (source.at === "store") return claimStored(step, { ...content, fileId: source.fileId, better }, messageId);
  const { descriptor } = source;
  await insertChore(step.tx, {
    connectionId: step.connectionId,
    kind: "fetchMedia",
    // The other file of a message is work of its own.
    subject: String(which === "first" ? messageId : -messageId),
    input: { messageId, media, fileName, voice, descriptor, better },
  });
}

/** The intake checked the bytes without the file's name; the name is checked here [D-067]. What is dangerous is kept [D-360]. */
async function claimStored(
  step: LaneStep,
  content: MediaContent & { readonly fileId: string; readonly better: boolean },
  messageId: number,
): Promise<void> {
  const { tx, services } = step;
  const { fileId, fileName, media, voice, better } = content;
  const isDangerous = services.files.isBlocked(fileName ?? "");
  const file = await claimFile(tx, fileId, {
    ownerKind: "message",
    ownerId: messageId,
    name: fileName ? toCleanName(fileName) : null,
    isDangerous,
  });
  if (!file) return refuseMedia(step, messageId, step.mediaRefused ?? "ERR_WAPP_DOWNLOAD_MEDIA");
  if (file.quarantined) return refuseMedia(step, messageId, step.mediaRefused ?? "ERR_WAPP_DOWNLOAD_MEDIA_DENIED", file.id);
  if (media === "audio" && voice) await insertMediaJob(tx, messageId, "measureVoice");
  const facts = { ...(file.seconds !== null && { seconds: file.seconds }), ...(better && { better }) };
  const changed = await setMessageMedia(tx, messageId, { fileId: file.id, state: "ready", error: null, attempts: 0, facts });
  if (!changed) return disownFile(tx, file.id);
  await setShownKind(tx, messageId, media, file);
}

async function refuseMedia({ tx }: LaneStep, messageId: number, code: string, quarantined?: string): Promise<void> {
  const error = { code, title: "", message: code, details: "" };
  await setMessageMedia(tx, messageId, { fileId: null, state: "failed", error, attempts: 1, facts: quarantined ? { quarantined } : null });
}

/** In pauses between new contacts: how much later than the message they are looked at [D-314]. */
const LATER = 4;

/** When a new contact is looked at: after it was answered, as a person would. */
export const laterMs = ({ services }: Pick<LaneStep, "services">): number =>
  LATER * services.directory.current().settings.newContactPause * 1_000;

/** Has the picture of a contact fetched, once in 24 hours; that of a new one later. */
export async function followPicture(
  { tx, services, connectionId, now }: LaneStep,
  peer: PeerId,
  contact: { readonly id: number; readonly pictureCheckedAt: Date | null },
): Promise<void> {
  const isFresh = contact.pictureCheckedAt !== null && now.getTime() - contact.pictureCheckedAt.getTime() < PICTURE_CHECK_MS;
  if (isFresh) return;
  const chore = { connectionId, kind: "fetchPicture", subject: String(contact.id), input: { contactId: contact.id, peer } } as const;
  await insertChore(tx, chore, contact.pictureCheckedAt === null ? laterMs({ services }) : 0);
}
