import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deleteUnownedFile, getFile, replaceFile, type FileRow } from "@balcao/database/files";
import { deleteMediaJob, getMediaSource, setMediaFacts } from "@balcao/database/mediaJobs";
import { AudioError, isVoiceNote } from "@balcao/platform/audio";
import { errorCode } from "@balcao/platform/errors";
import { FileError, type StoredFile } from "@balcao/platform/files";
import { inUnit, toFileDraft, type House } from "../kernel/index.js";
import { listenTo } from "./measureVoice.js";
import { recordFileChange } from "./recordFileChange.js";

const MOST_BYTES = 64 * 1024 * 1024;

/** Why a voice note goes out as plain audio: this machine has no ffmpeg, or it could not read the recording. */
export type VoiceFault = "noProgram" | "failed";

/**
 * Makes a voice note of ours ready to be sent: Ogg/Opus with one channel, once; the result takes the place of the message's file, so that no
 * repeat of the send converts again (gateways.md E.5). What is one already stays as it is. Where it cannot be made, the original goes out as
 * plain audio and the message tells why.
 */
export async function prepareVoice(house: House, messageId: number, signal: AbortSignal): Promise<void> {
  const source = await getMediaSource(house.database.sql, messageId);
  const file = source && (await getFile(house.database.sql, source.fileId));
  if (!file) return giveUpVoice(house, messageId, "failed");
  if (await isReady(house, file)) return finish(house, messageId, await listenTo(house, file, signal));
  const made = await convert(house, file, signal);
  if (typeof made === "string") return giveUpVoice(house, messageId, made);
  try {
    const facts = await listenTo(house, toFileDraft(made), signal);
    await replace(house, messageId, { former: file, made, facts: { ...facts, voice: true, fileName: made.originalName } });
  } catch (error) {
    await house.files.remove(made.path);
    throw error;
  }
}

/** The original goes out, as the sound that it is. */
export function giveUpVoice(house: House, messageId: number, voiceFault: VoiceFault): Promise<void> {
  return finish(house, messageId, { voice: false, voiceFault });
}

async function isReady(house: House, file: FileRow): Promise<boolean> {
  return file.mime === "audio/ogg" && (await isVoiceNote(house.files.locate(file.path)));
}

async function convert(house: House, file: FileRow, signal: AbortSignal): Promise<StoredFile | VoiceFault> {
  const folder = await mkdtemp(path.join(tmpdir(), "voice-"));
  const target = path.join(folder, `${randomBytes(8).toString("hex")}.ogg`);
  try {
    await house.audio.toVoiceNote({ path: house.files.locate(file.path), mime: file.mime }, target, signal);
    // Whatever a program that ended well has written: only a voice note with sound in it counts as one.
    if (!(await isVoiceNote(target))) return "failed";
    const name = `${file.originalName.replace(/\.[^.]*$/, "") || "audio"}.ogg`;
    const made = await house.files.write(target, { originalName: name, declaredMime: "audio/ogg", maxBytes: MOST_BYTES });
    if ((made.durationMs ?? 0) > 0) return made;
    await house.files.remove(made.path);
    return "failed";
  } catch (error) {
    if (error instanceof AudioError && error.reason !== "stopped") {
      house.logger.warn({ err: error, fileId: file.id }, "a recording could not be made a voice note");
      return error.reason === "missing" ? "noProgram" : "failed";
    }
    // Nothing was written, or what was written is refused.
    if (error instanceof FileError || errorCode(error) === "ENOENT") return "failed";
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Replacement {
  readonly former: FileRow;
  readonly made: StoredFile;
  readonly facts: Readonly<Record<string, unknown>>;
}

async function replace(house: House, messageId: number, { former, made, facts }: Replacement): Promise<void> {
  const formerId = await inUnit(house, async (unit) => {
    if (!(await deleteMediaJob(unit, messageId))) return null;
    const changed = await setMediaFacts(unit, messageId, facts);
    const id = await replaceFile(unit, former, toFileDraft(made));
    if (changed) await recordFileChange(unit, changed.ticketId, messageId);
    return id;
  });
  if (formerId === null) return house.files.remove(made.path);
  await house.files.remove(former.path);
  await deleteUnownedFile(house.database.sql, formerId);
}

/** Ends the job without another file: from here on the message may be handed over. */
async function finish(house: House, messageId: number, facts: object): Promise<void> {
  await inUnit(house, async (unit) => {
    if (!(await deleteMediaJob(unit, messageId))) return;
    const changed = await setMediaFacts(unit, messageId, { ...facts });
    if (changed) await recordFileChange(unit, changed.ticketId, messageId);
  });
}
