import { spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { patience } from "@balcao/testing/patience";

/** A worker, or an api, in a process of its own, run from the sources. */
export interface WorkerProcess {
  /** Ends the process by kill -9, so that it closes no connection. */
  kill(): Promise<void>;
  /** Suspends the process, as a paused machine would. */
  pause(): void;
  resume(): void;
}

const HERE = path.dirname(fileURLToPath(import.meta.url));
const MAIN = { api: path.resolve(HERE, "../main.ts"), worker: path.resolve(HERE, "../../../worker/src/main.ts") } as const;
const LOADER = path.resolve(HERE, "../../../../scripts/testRun/native/runSources.mjs");
const PATIENCE_MS = 60_000;

const spawnProgram = (program: keyof typeof MAIN, env: Readonly<Record<string, string>>, stdio: StdioOptions) =>
  spawn(process.execPath, ["--no-warnings", "--conditions=balcao-source", "--import", LOADER, MAIN[program]], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], LOG_LEVEL: "error", ...env },
    stdio,
  });

/** Runs a worker that cannot start, and returns its exit status and what it wrote to standard output. */
export async function runWorkerToItsEnd(env: Readonly<Record<string, string>>): Promise<{ code: number; said: string }> {
  const child = spawnProgram("worker", env, ["ignore", "pipe", "ignore"]);
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
}

/** Resolves when the worker, or the api, reports that it is ready; rejects with its error otherwise. */
export async function startWorkerProcess(
  env: Readonly<Record<string, string>>,
  program: keyof typeof MAIN = "worker",
): Promise<WorkerProcess> {
  const child = spawnProgram(program, env, ["ignore", "ignore", "pipe", "ipc"]);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-4_000);
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the ${program} does not become ready: ${said}`)), patience(PATIENCE_MS));
    child.once("message", () => {
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the ${program} ended with ${String(code)}: ${said}`));
    });
  });
  return {
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
  };
}
