import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getFile, type FileRow } from "@balcao/database/files";
import { deleteMediaJob, getMediaSource, setMediaFacts } from "@balcao/database/mediaJobs";
import { lockTicketOfMessage } from "@balcao/database/tickets";
import { AudioError, isVoiceNote } from "@balcao/platform/audio";
import { errorCode } from "@balcao/platform/errors";
import { FileError, withFile, type StoredFile } from "@balcao/platform/files";
import { inUnit, toFileDraft, type Services } from "../../ground/kernel/index.js";
import { finishFile, recordFileChange, replaceFileOf } from "./replaceFileOf.js";

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Why a voice note is sent as plain audio: this machine has no ffmpeg, or it could not read the
 * recording.
 */
export type VoiceFault = "noProgram" | "failed";

/** What the player needs to draw a voice note. */
interface VoiceFacts {
  readonly seconds?: number;
  /** 64 numbers from 0 to 100. */
  readonly peaks?: readonly number[];
}

/**
 * Measures length and peaks of a stored sound. Without ffmpeg it returns what is stored already,
 * and that is no error.
 */
async function measureFile(services: Services, file: Pick<FileRow, "path" | "mime" | "seconds">, signal: AbortSignal): Promise<VoiceFacts> {
  try {
    const { durationMs, peaks } = await withFile(services.files, file.path, (path) =>
      services.audio.measure({ path, mime: file.mime }, signal),
    );
    return { seconds: file.seconds ?? Math.round(durationMs / 1_000), peaks };
  } catch (error) {
    if (!(error instanceof AudioError) || error.reason === "stopped") throw error;
    if (error.reason === "failed") services.logger.warn({ err: error, path: file.path }, "a sound could not be measured");
    return file.seconds === null ? {} : { seconds: file.seconds };
  }
}

/** Adds length and peaks to a received voice note that is shown already. */
export async function measureVoice(services: Services, messageId: number, signal: AbortSignal): Promise<void> {
  const source = await getMediaSource(services.database.sql, messageId);
  const file = source && (await getFile(services.database.sql, source.fileId));
  const facts = file ? await measureFile(services, file, signal) : {};
  await inUnit(services, async (unit) => {
    await lockTicketOfMessage(unit, messageId);
    if (!(await deleteMediaJob(unit, messageId)) || facts.peaks === undefined) return;
    const changed = await setMediaFacts(unit, messageId, { ...facts });
    if (changed) await recordFileChange(unit, changed.ticketId, messageId);
  });
}

/**
 * Converts the file of a voice note to Ogg/Opus with one channel, once: the result replaces the
 * message's file, so that a repeated send does not convert again; a file that is a voice note already
 * stays. If the conversion fails, the original is sent as plain audio and the message shows why.
 */
export async function prepareVoice(services: Services, messageId: number, signal: AbortSignal): Promise<void> {
  const source = await getMediaSource(services.database.sql, messageId);
  const file = source && (await getFile(services.database.sql, source.fileId));
  if (!file) return giveUpVoice(services, messageId, "failed");
  if (await isReady(services, file)) return finishFile(services, messageId, { facts: await measureFile(services, file, signal) });
  const made = await convert(services, file, signal);
  if (typeof made === "string") return giveUpVoice(services, messageId, made);
  try {
    const facts = await measureFile(services, toFileDraft(made), signal);
    await replaceFileOf(services, messageId, { former: file, made, facts: { ...facts, voice: true, fileName: made.originalName } });
  } catch (error) {
    await services.files.remove(made.path);
    throw error;
  }
}

/** Sends the original as plain audio. */
export function giveUpVoice(services: Services, messageId: number, voiceFault: VoiceFault): Promise<void> {
  return finishFile(services, messageId, { facts: { voice: false, voiceFault } });
}

async function isReady(services: Services, file: FileRow): Promise<boolean> {
  return file.mime === "audio/ogg" && (await withFile(services.files, file.path, isVoiceNote));
}

async function convert(services: Services, file: FileRow, signal: AbortSignal): Promise<StoredFile | VoiceFault> {
  const folder = await mkdtemp(path.join(tmpdir(), "voice-"));
  const target = path.join(folder, `${randomBytes(8).toString("hex")}.ogg`);
  try {
    await withFile(services.files, file.path, (path) => services.audio.toVoiceNote({ path, mime: file.mime }, target, signal));
    // The program may end without an error and still have written something else.
    if (!(await isVoiceNote(target))) return "failed";
    const name = `${file.originalName.replace(/\.[^.]*$/, "") || "audio"}.ogg`;
    const made = await services.files.write(target, { originalName: name, declaredMime: "audio/ogg", maxBytes: MOST_BYTES });
    if ((made.durationMs ?? 0) > 0) return made;
    await services.files.remove(made.path);
    return "failed";
  } catch (error) {
    if (error instanceof AudioError && error.reason !== "stopped") {
      services.logger.warn({ err: error, fileId: file.id }, "a recording could not be made a voice note");
      return error.reason === "missing" ? "noProgram" : "failed";
    }
    // The program wrote nothing, or a file that the store refuses.
    if (error instanceof FileError || errorCode(error) === "ENOENT") return "failed";
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
