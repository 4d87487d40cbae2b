import Bull from "bull";
import type { Logger } from "@balcao/platform/logger";

/** Periodic work that any one of the workers does. */
export interface Timer {
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<void>;
}

/** Runs repeated jobs on Bull. A job is only a signal; the database says which work is due (ARCHITECTURE 1). */
export function openTimerQueue(redisUrl: string, timers: readonly Timer[], logger: Logger): { close(): Promise<void> } {
  const queue = new Bull("balcao-timers", redisUrl, { settings: { lockDuration: 60_000 } });
  queue.on("error", (error) => logger.debug({ err: error }, "the timer queue has lost Redis for now"));
  for (const { name, everyMs, work } of timers) {
    void queue.process(name, async () => {
      await work();
    });
    queue
      .add(name, {}, { repeat: { every: everyMs }, jobId: name, attempts: 1, removeOnComplete: true, removeOnFail: true })
      .catch((error: unknown) => logger.warn({ err: error, timer: name }, "a timer could not be set; it is set at the next start"));
  }
  return { close: () => queue.close() };
}
