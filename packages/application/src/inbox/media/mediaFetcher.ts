import { delayMediaJob, deleteMediaJob, takeMediaJobs, type MediaJob } from "@balcao/database/mediaJobs";
import { AudioError } from "@balcao/platform/audio";
import { FilesUnavailable } from "@balcao/platform/files";
import type { Services } from "../../ground/kernel/index.js";
import { convertFile, giveUpConversion } from "./convertFile.js";
import { measureVoice, giveUpVoice, prepareVoice } from "./prepareVoice.js";

const MOST_AT_ONCE = 2;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 2_000;
/** While files can be neither read nor stored, no attempt is the last one. */
const STORE_AWAY_MS = 20_000;

/**
 * Runs the media jobs of messages in the background, two at a time. Any worker may run them; no
 * session is needed.
 */
export interface MediaFetcher {
  /**
   * Takes due jobs while fewer than two run, without waiting for their end. Returns how many it
   * took.
   */
  takeDue(): Promise<number>;
  /** Aborts running jobs, returns them to the queue, and resolves when none runs. */
  stop(): Promise<void>;
}

/** Creates a media fetcher; `onFree` is called after each job. */
export function createMediaFetcher(services: Services, onFree: () => void): MediaFetcher {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const start = (job: MediaJob): void => {
    const work = runJob(services, job, stopping.signal)
      .catch((error: unknown) =>
        services.logger.error({ err: error, ...job }, "work on a message's file was not written down; it comes up again"),
      )
      .finally(() => {
        running.delete(work);
        onFree();
      });
    running.add(work);
  };

  return {
    takeDue: async () => {
      const free = MOST_AT_ONCE - running.size;
      if (free <= 0 || stopping.signal.aborted) return 0;
      const jobs = await takeMediaJobs(services.database.sql, free);
      jobs.forEach(start);
      return jobs.length;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

const WORK = { prepareVoice, convertFile, measureVoice } as const;

/**
 * Temporary faults are retried; a voice note that still cannot be converted is sent as plain audio, and
 * another file as it is.
 */
async function runJob(services: Services, job: MediaJob, signal: AbortSignal): Promise<void> {
  try {
    await WORK[job.kind](services, job.messageId, signal);
  } catch (error) {
    if (error instanceof AudioError && error.reason === "stopped") return delayMediaJob(services.database.sql, job.messageId, 0);
    services.logger.warn({ err: error, ...job }, "work on a message's file failed");
    if (error instanceof FilesUnavailable) return delayMediaJob(services.database.sql, job.messageId, STORE_AWAY_MS);
    if (job.attempts < MAX_ATTEMPTS) return delayMediaJob(services.database.sql, job.messageId, RETRY_MS * job.attempts);
    if (job.kind === "prepareVoice") await giveUpVoice(services, job.messageId, "failed");
    else if (job.kind === "convertFile") await giveUpConversion(services, job.messageId);
    else await deleteMediaJob(services.database.sql, job.messageId);
  }
}
