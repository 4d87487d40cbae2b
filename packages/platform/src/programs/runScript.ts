import { fileURLToPath } from "node:url";
import { runProgram, type ProgramEnd, type ProgramRun } from "./runProgram.js";

/** Node.js and its libraries, before a script does anything. */
const BASE_MEGABYTES = 64;
/** How a process ends that gets no more memory, from V8 and from libraries. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set(["SIGABRT", "SIGTRAP", "SIGILL"]);

/**
 * Runs a module of ours, which reads a file that a stranger wrote, in a process of its own; `task` is its argument, as JSON. Whatever
 * the file makes of it ends that process alone, and this never rejects.
 */
export async function runScript(script: URL, task: unknown, run: Omit<ProgramRun, "args">): Promise<ProgramEnd> {
  const heap = Math.max(16, run.megabytes - BASE_MEGABYTES);
  const args = [`--max-old-space-size=${heap}`, "--max-semi-space-size=8", fileURLToPath(script), JSON.stringify(task)];
  const end = await runProgram(process.execPath, { ...run, args });
  return end.how === "exited" && OUT_OF_MEMORY.has(end.code) ? { how: "memory" } : end;
}
