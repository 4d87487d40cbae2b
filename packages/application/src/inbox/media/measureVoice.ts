import { deleteMediaJob, getMediaSource, setMediaFacts } from "@balcao/database/mediaJobs";
import { getFile, type FileRow } from "@balcao/database/files";
import { lockTicketOfMessage } from "@balcao/database/tickets";
import { AudioError } from "@balcao/platform/audio";
import { withFile } from "@balcao/platform/files";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { recordFileChange } from "./recordFileChange.js";

/** What the player needs to draw a voice note. */
export interface VoiceFacts {
  readonly seconds?: number;
  /** 64 numbers from 0 to 100. */
  readonly peaks?: readonly number[];
}

/**
 * Measures length and peaks of a stored sound. Without ffmpeg it returns what is stored already,
 * and that is no error.
 */
export async function measureFile(
  services: Services,
  file: Pick<FileRow, "path" | "mime" | "seconds">,
  signal: AbortSignal,
): Promise<VoiceFacts> {
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
