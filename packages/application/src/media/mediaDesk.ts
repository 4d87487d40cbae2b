import { delayMediaJob, deleteMediaJob, takeMediaJobs, type MediaJob } from "@balcao/database/mediaJobs";
import { AudioError } from "@balcao/platform/audio";
import type { House } from "../kernel/index.js";
import { measureVoice } from "./measureVoice.js";
import { giveUpVoice, prepareVoice } from "./prepareVoice.js";

const AT_ONCE = 2;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 2_000;

/** Works on files of messages beside everything else, two at a time; any worker may, no session is needed. */
export interface MediaDesk {
  /** Takes due jobs while there are free places, without waiting for their end; answers how many. */
  takeDue(): Promise<number>;
  /** Stops what runs, gives it back, and resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** `onFree` is called when a place becomes free. */
export function createMediaDesk(house: House, onFree: () => void): MediaDesk {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const start = (job: MediaJob): void => {
    const work = runJob(house, job, stopping.signal)
      .catch((error: unknown) =>
        house.logger.error({ err: error, ...job }, "work on a message's file was not written down; it comes up again"),
      )
      .finally(() => {
        running.delete(work);
        onFree();
      });
    running.add(work);
  };

  return {
    takeDue: async () => {
      const free = AT_ONCE - running.size;
      if (free <= 0 || stopping.signal.aborted) return 0;
      const jobs = await takeMediaJobs(house.database.sql, free);
      jobs.forEach(start);
      return jobs.length;
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

const WORK = { prepareVoice, measureVoice } as const;

/** What fails for reasons of the moment is tried again; a voice note that still cannot be made ready goes out as it is. */
async function runJob(house: House, job: MediaJob, signal: AbortSignal): Promise<void> {
  try {
    await WORK[job.kind](house, job.messageId, signal);
  } catch (error) {
    if (error instanceof AudioError && error.reason === "stopped") return delayMediaJob(house.database.sql, job.messageId, 0);
    house.logger.warn({ err: error, ...job }, "work on a message's file failed");
    if (job.attempts < MAX_ATTEMPTS) return delayMediaJob(house.database.sql, job.messageId, RETRY_MS * job.attempts);
    if (job.kind === "prepareVoice") await giveUpVoice(house, job.messageId, "failed");
    else await deleteMediaJob(house.database.sql, job.messageId);
  }
}
