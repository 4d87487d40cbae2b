/**
 * The thread that computes password hashes. It lowers its own priority, so that ten people signing in at once
 * do not slow the answers of everyone else; on Linux the call reaches this thread alone.
 */
import os from "node:os";
import { parentPort } from "node:worker_threads";
import bcrypt from "bcryptjs";

if (process.platform === "linux") {
  try {
    os.setPriority(10);
  } catch {
    // A sandbox may forbid it; hashing is right all the same.
  }
}

parentPort?.on(
  "message",
  (/** @type {{ kind: "hash", word: string, cost: number } | { kind: "verify", word: string, hash: string }} */ job) => {
    try {
      const value = job.kind === "hash" ? bcrypt.hashSync(job.word, job.cost) : bcrypt.compareSync(job.word, job.hash);
      parentPort?.postMessage({ value });
    } catch (error) {
      parentPort?.postMessage({ failure: error instanceof Error ? error.message : "unknown" });
    }
  },
);
