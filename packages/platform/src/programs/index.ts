import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { errorCode } from "../errors/index.js";

const IS_LINUX = process.platform === "linux";
/** Reading /proc takes microseconds; elsewhere a program must be started for it. */
const EVERY_MS = IS_LINUX ? 25 : 500;

/** Calls `onExcess` when a process uses more memory than this, of whatever kind. Returns what ends the watching. */
function watchResident(pid: number | undefined, megabytes: number, onExcess: () => void): () => void {
  if (pid === undefined) return () => undefined;
  const judge = (kilobytes: number): void => {
    if (kilobytes > megabytes * 1_024) onExcess();
  };
  const timer = setInterval(() => {
    if (IS_LINUX) judge(residentOf(pid));
    else execFile("ps", ["-o", "rss=", "-p", String(pid)], (error, text) => judge(error ? 0 : Number(text)));
  }, EVERY_MS);
  return () => clearInterval(timer);
}

function residentOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0);
  } catch {
    // It has ended.
    return 0;
  }
}

const LAST_WORDS = 2_000;
/** Half way between normal and idle, because messages are more urgent than sound. */
const NICENESS = 10;
/** What a program may reserve besides what it uses, such as the stacks of its threads. */
const RESERVED_MEGABYTES = 192;
/**
 * Limits that the kernel keeps also when this process has ended: seconds of all processors, and
 * kilobytes of data where the system counts them. Without a core file.
 */
const LIMITED = 'ulimit -c 0; ulimit -t "$1" 2>/dev/null; ulimit -d "$2" 2>/dev/null; shift 2; exec "$@"';

/**
 * How a program ended: by itself, with the signal of a crash as its code; not found; stopped; or
 * killed for what it used: time, memory, output.
 */
export type ProgramEnd =
  | { readonly how: "exited"; readonly code: number | NodeJS.Signals | null; readonly lastWords: string }
  | { readonly how: "missing" | "stopped" | "timeout" | "memory" | "output" };

export interface ProgramRun {
  readonly args: readonly string[];
  readonly timeoutMs: number;
  /** Of memory, resident. */
  readonly megabytes: number;
  readonly signal: AbortSignal | undefined;
  readonly onOutput?: (chunk: Buffer) => void;
  /** More output than this ends the program. */
  readonly outputBytes?: number;
}

/**
 * Runs a program on a file of a person, without an environment. It is killed by its process id when it exceeds a
 * limit or `signal` is aborted, and this never rejects.
 */
export function runProgram(program: string, run: ProgramRun): Promise<ProgramEnd> {
  const { args, timeoutMs, megabytes, signal, onOutput, outputBytes = Infinity } = run;
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ how: "stopped" });
    const child = spawn("/bin/sh", ["-c", LIMITED, "sh", ...kernelLimits(run), program, ...args], {
      stdio: ["ignore", onOutput ? "pipe" : "ignore", "pipe"],
      env: { PATH: process.env["PATH"], MALLOC_ARENA_MAX: "2" },
    });
    let lastWords = "";
    let written = 0;
    const end = (how: ProgramEnd): void => {
      clearTimeout(timer);
      stopWatching();
      signal?.removeEventListener("abort", stop);
      resolve(how);
    };
    const kill = (how: Exclude<ProgramEnd["how"], "exited" | "missing">): void => {
      killNow(child);
      end({ how });
    };
    const stop = (): void => kill("stopped");
    const timer = setTimeout(() => kill("timeout"), timeoutMs);
    const stopWatching = watchResident(child.pid, megabytes, () => kill("memory"));
    signal?.addEventListener("abort", stop, { once: true });
    child.stdout?.on("data", (chunk: Buffer) => {
      written += chunk.length;
      if (written > outputBytes) kill("output");
      else onOutput?.(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      lastWords = `${lastWords}${chunk.toString("utf8")}`.slice(-LAST_WORDS);
    });
    child.on("spawn", () => lowerPriority(child.pid));
    child.on("error", (error) => end({ how: "exited", code: null, lastWords: errorCode(error) ?? error.message }));
    child.on("close", (code, signaled) => {
      const isMissing = code === 126 || code === 127;
      end(isMissing ? { how: "missing" } : { how: "exited", code: code ?? signaled, lastWords: lastWords.trim() });
    });
  });
}

function kernelLimits({ timeoutMs, megabytes }: ProgramRun): string[] {
  const seconds = (Math.ceil(timeoutMs / 1_000) + 1) * availableParallelism();
  return [String(seconds), String((megabytes + RESERVED_MEGABYTES) * 1_024)];
}

function killNow(child: ChildProcess): void {
  child.kill("SIGKILL");
  // Does not wait for output that a child of the program still holds open.
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // It has already ended, or the system does not allow it: then it runs with the normal priority.
  }
}

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

/** Runs at most `count` tasks at the same time; the others wait in order. */
export function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Two programs of this process at once, of whatever kind, so that their memory together has a limit. */
export const inProgramSlot = createSlots(2);
