import inspector from "node:inspector";
import { Worker } from "node:worker_threads";

const LONGEST_MS = 30_000;
/** How often the event loop says that it turns, within the longest stop. */
const BEATS = 6;

/** What the thread reads: how often the event loop has turned, and whether a debugger may hold it. */
const BEAT = 0;
const DEBUGGED = 1;

export interface WatchdogTask {
  readonly name: string;
  readonly shared: Int32Array;
  readonly everyMs: number;
  readonly longestMs: number;
}

/**
 * Ends this process with SIGKILL when its event loop stands still for `longestMs`, after a line in the log, so that whatever started it
 * starts it again. A thread looks, because nothing else runs then. Time in which the whole process was stopped, or got no
 * processor, does not count, and nothing ends under a debugger.
 */
export function startWatchdog(name: string, longestMs: number = LONGEST_MS): void {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const everyMs = longestMs / BEATS;
  const beat = (): void => {
    Atomics.store(shared, DEBUGGED, inspector.url() === undefined ? 0 : 1);
    Atomics.add(shared, BEAT, 1);
  };
  beat();
  setInterval(beat, everyMs).unref();
  const task: WatchdogTask = { name, shared, everyMs, longestMs };
  const thread = new Worker(new URL("./watchdogThread.mjs", import.meta.url), {
    workerData: task,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  thread.on("error", (error) => process.emitWarning(`The watchdog has ended: ${String(error)}`));
  thread.unref();
}
