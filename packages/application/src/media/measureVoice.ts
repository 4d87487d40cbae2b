import { deleteMediaJob, getMediaSource, setMediaFacts } from "@balcao/database/mediaJobs";
import { getFile, type FileRow } from "@balcao/database/files";
import { AudioError } from "@balcao/platform/audio";
import { inUnit, type House } from "../kernel/index.js";
import { recordFileChange } from "./recordFileChange.js";

/** What the player draws of a voice note. */
export interface VoiceFacts {
  readonly seconds?: number;
  /** 64 numbers from 0 to 100. */
  readonly peaks?: readonly number[];
}

/** Listens to a stored sound; where nobody can, there is nothing to tell, and that is no fault. */
export async function listenTo(house: House, file: Pick<FileRow, "path" | "mime" | "seconds">, signal: AbortSignal): Promise<VoiceFacts> {
  try {
    const { durationMs, peaks } = await house.audio.measure({ path: house.files.locate(file.path), mime: file.mime }, signal);
    return { seconds: file.seconds ?? Math.round(durationMs / 1_000), peaks };
  } catch (error) {
    if (!(error instanceof AudioError) || error.reason === "stopped") throw error;
    return file.seconds === null ? {} : { seconds: file.seconds };
  }
}

/** Adds length and peaks to a received voice note, after it is shown already. */
export async function measureVoice(house: House, messageId: number, signal: AbortSignal): Promise<void> {
  const source = await getMediaSource(house.database.sql, messageId);
  const file = source && (await getFile(house.database.sql, source.fileId));
  const facts = file ? await listenTo(house, file, signal) : {};
  await inUnit(house, async (unit) => {
    if (!(await deleteMediaJob(unit, messageId)) || facts.peaks === undefined) return;
    const changed = await setMediaFacts(unit, messageId, { ...facts });
    if (changed) await recordFileChange(unit, changed.ticketId, messageId);
  });
}
