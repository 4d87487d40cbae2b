import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { errorCode } from "../errors/index.js";

const LAST_WORDS = 2_000;
/** Half way between normal and idle, because messages are more urgent than sound. */
const NICENESS = 10;

/** How a program ended: by itself, not found, timed out, or stopped. */
export type ProgramEnd =
  | { readonly how: "exited"; readonly code: number | null; readonly lastWords: string }
  | { readonly how: "missing" | "timeout" | "stopped" };

export interface ProgramRun {
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onOutput?: (chunk: Buffer) => void;
}

/**
 * Runs a program without a shell. It is killed by its process id on a timeout or when `signal` is
 * aborted, and this never rejects.
 */
export function runProgram(program: string, { args, timeoutMs, signal, onOutput }: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ how: "stopped" });
    const child = spawn(program, args, { stdio: ["ignore", onOutput ? "pipe" : "ignore", "pipe"], env: { PATH: process.env["PATH"] } });
    let lastWords = "";
    const end = (how: ProgramEnd): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      resolve(how);
    };
    const kill = (how: "timeout" | "stopped"): void => {
      child.kill("SIGKILL");
      // Does not wait for output that a child of the program still holds open.
      child.stdout?.destroy();
      child.stderr?.destroy();
      end({ how });
    };
    const stop = (): void => kill("stopped");
    const timer = setTimeout(() => kill("timeout"), timeoutMs);
    signal?.addEventListener("abort", stop, { once: true });
    child.stdout?.on("data", (chunk: Buffer) => onOutput?.(chunk));
    child.stderr?.on("data", (chunk: Buffer) => {
      lastWords = `${lastWords}${chunk.toString("utf8")}`.slice(-LAST_WORDS);
    });
    child.on("spawn", () => lowerPriority(child.pid));
    child.on("error", (error) => {
      const isMissing = ["ENOENT", "EACCES", "ENOTDIR"].includes(errorCode(error) ?? "");
      end(isMissing ? { how: "missing" } : { how: "exited", code: null, lastWords: error.message });
    });
    child.on("close", (code) => end({ how: "exited", code, lastWords: lastWords.trim() }));
  });
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // It has already ended, or the system does not allow it: then it runs with the normal priority.
  }
}
