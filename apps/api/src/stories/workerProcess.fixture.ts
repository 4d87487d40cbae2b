import { spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { patience } from "@balcao/testing/patience";

/** A worker, or an api, in a process of its own, run as it was built, or from the sources where nobody has built them. */
export interface WorkerProcess {
  /** Ends the process by kill -9, so that it closes no connection. */
  kill(): Promise<void>;
  /** Suspends the process, as a paused machine would. */
  pause(): void;
  resume(): void;
}

const HERE = path.dirname(fileURLToPath(import.meta.url));
const APPS = path.resolve(HERE, "../../..");
const LOADER = path.resolve(APPS, "../scripts/testRun/native/runSources.mjs");
/** `npm test` has just built the programs, and then they start in two thirds of the processor time. */
const IS_BUILT = process.env["BALCAO_BUILT"] === "1";
const PATIENCE_MS = 60_000;

type Program = "api" | "worker";

const argumentsOf = (program: Program): readonly string[] =>
  IS_BUILT
    ? [path.join(APPS, program, "dist/main.js")]
    : ["--no-warnings", "--conditions=balcao-source", "--import", LOADER, path.join(APPS, program, "src/main.ts")];

const spawnProgram = (program: Program, env: Readonly<Record<string, string>>, stdio: StdioOptions) =>
  spawn(process.execPath, argumentsOf(program), {
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
export async function startWorkerProcess(env: Readonly<Record<string, string>>, program: Program = "worker"): Promise<WorkerProcess> {
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
