/**
 * The thread that looks whether the event loop of its process turns. It sleeps in one call and uses
 * no processor meanwhile.
 */
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const BEAT = 0;
const DEBUGGED = 1;

/** @type {import("./watchdog.js").WatchdogTask} */
const { name, shared, everyMs, longestMs } = workerData;
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

let lastBeat = Atomics.load(shared, BEAT);
let stillMs = 0;
let usedBefore = process.cpuUsage();
for (;;) {
  const began = performance.now();
  Atomics.wait(never, 0, 0, everyMs);
  const passedMs = performance.now() - began;
  const beat = Atomics.load(shared, BEAT);
  if (beat !== lastBeat || Atomics.load(shared, DEBUGGED) === 1) {
    stillMs = 0;
    usedBefore = process.cpuUsage();
  } else if (passedMs < 2 * everyMs) stillMs += passedMs;
  // This thread was late itself: the process was stopped, the machine slept, or it had no processor. The loop gets its whole time again.
  else stillMs = 0;
  lastBeat = beat;
  if (stillMs >= longestMs) endProcess();
}

function endProcess() {
  const { user, system } = process.cpuUsage(usedBefore);
  const line = {
    level: "fatal",
    time: new Date().toISOString(),
    name,
    stillMs: Math.round(stillMs),
    processorMs: Math.round((user + system) / 1_000),
    residentBytes: process.memoryUsage.rss(),
    msg: "the event loop stands still, so this process is ended and whatever started it starts it again",
  };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads the log.
  }
  process.kill(process.pid, "SIGKILL");
}
