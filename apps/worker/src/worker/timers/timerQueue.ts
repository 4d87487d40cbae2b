import Bull from "bull";
import type { Logger } from "@balcao/platform/logger";

/** Periodic work that any one of the workers does. */
export interface Timer {
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<void>;
}

/** Repeated jobs on Bull. No method throws or waits longer than some seconds for Redis. */
interface TimerQueue {
  /** When each timer that Redis has runs next, in milliseconds since 1970; null when Redis does not answer. */
  nextRuns(): Promise<ReadonlyMap<string, number> | null>;
  /** Adds a timer again. Changes nothing when Redis has its next run already. */
  set(name: string): Promise<void>;
  close(): Promise<void>;
}

const ANSWER_MS = 3_000;

/** Runs repeated jobs on Bull. A job is only a signal; the database says which work is due (ADR 23). */
export function openTimerQueue(redisUrl: string, timers: readonly Timer[], logger: Logger): TimerQueue {
  const queue = new Bull("balcao-timers", redisUrl, { settings: { lockDuration: 60_000 } });
  queue.on("error", (error) => logger.debug({ err: error }, "the timer queue has lost Redis for now"));
  for (const { name, work } of timers) {
    void queue.process(name, async () => {
      await work();
    });
  }
  return {
    nextRuns: async () => {
      if (queue.client.status !== "ready") return null;
      const jobs = await answerOf(queue.getRepeatableJobs());
      return jobs && new Map(jobs.map(({ name, next }) => [name, next]));
    },
    set: async (name) => {
      const every = timers.find((timer) => timer.name === name)?.everyMs;
      if (every === undefined) return;
      const job = queue.add(name, {}, { repeat: { every }, jobId: name, attempts: 1, removeOnComplete: true, removeOnFail: true });
      if ((await answerOf(job)) === null) logger.warn({ timer: name }, "a timer could not be set in Redis; the next look sets it");
    },
    close: () => queue.close(),
  };
}

/** What Redis answers; null when it refuses or takes too long, because a command to a Redis that is away waits for its return. */
async function answerOf<T>(answer: Promise<T>): Promise<T | null> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timeout = setTimeout(() => {
      resolve(null);
    }, ANSWER_MS);
  });
  try {
    return await Promise.race([answer.catch(() => null), late]);
  } finally {
    clearTimeout(timeout);
  }
}
