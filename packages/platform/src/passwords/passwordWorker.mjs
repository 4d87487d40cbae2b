/**
 * The thread that computes password hashes. It lowers its own priority, so that ten simultaneous
 * sign-ins do not slow other requests; on Linux the call affects only this thread.
 */
import os from "node:os";
import { parentPort } from "node:worker_threads";
import { compareSync, hashSync } from "./bcrypt.mjs";

if (process.platform === "linux") {
  try {
    os.setPriority(10);
  } catch {
    // A sandbox may forbid it; hashing works all the same.
  }
}

parentPort?.on(
  "message",
  (/** @type {{ kind: "hash", input: string, cost: number } | { kind: "verify", input: string, hash: string }} */ job) => {
    try {
      const value = job.kind === "hash" ? hashSync(job.input, job.cost) : compareSync(job.input, job.hash);
      parentPort?.postMessage({ value });
    } catch (error) {
      parentPort?.postMessage({ failure: error instanceof Error ? error.message : "unknown" });
    }
  },
);
