import { fork, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted } from "./refusal.mjs";

const KEPT_LINES = 200;
const PROCESS_GROUP = fileURLToPath(new URL("processGroup.mjs", import.meta.url));

/** Whether this command runs as root. */
export const isRoot = process.getuid?.() === 0;

/** The full path of a program on PATH or in one of the extra folders, or null. */
export function which(program, extra = []) {
  for (const folder of [...(process.env.PATH ?? "").split(path.delimiter), ...extra]) {
    const file = path.join(folder || ".", program);
    try {
      fs.accessSync(file, fs.constants.X_OK);
      if (fs.statSync(file).isFile()) return file;
    } catch {
      // It is not in this folder.
    }
  }
  return null;
}

const setpriv = process.platform === "linux" ? which("setpriv", ["/usr/bin", "/bin"]) : null;

/**
 * Starts a program in its own process group, so that a Ctrl-C in the terminal reaches only the launcher. On Linux the program
 * gets `deathSignal` when the launcher is killed.
 */
export function spawnGuarded(command, args, { deathSignal = "TERM", ...options } = {}) {
  const [program, list] = setpriv ? [setpriv, ["--pdeathsig", deathSignal, "--", command, ...args]] : [command, args];
  return spawn(program, list, { detached: true, stdio: ["ignore", "pipe", "pipe"], ...options });
}

/**
 * Like spawnGuarded, for a Node program with an IPC channel. When the launcher is killed, the program is killed too: its stores
 * end at the same time, so that it could finish nothing.
 */
export function forkGuarded(entry, options) {
  const guard = setpriv ? { execPath: setpriv, execArgv: ["--pdeathsig", "KILL", "--", process.execPath] } : {};
  return fork(entry, { detached: true, stdio: ["ignore", "pipe", "pipe", "ipc"], ...guard, ...options });
}

/** Whether a process with this id exists, of any owner. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a process group: `signal` first, SIGKILL for the processes that are left after `graceMs`. */
async function endGroup(pid, { signal = "SIGTERM", graceMs = 5_000 } = {}) {
  if (!signalGroup(pid, signal)) return;
  const deadline = Date.now() + graceMs;
  while (signalGroup(pid, 0) && Date.now() < deadline) await sleep(25);
  if (!signalGroup(pid, "SIGKILL")) return;
  for (let i = 0; i < 80 && signalGroup(pid, 0); i++) await sleep(25);
}

/** Ends one child: `signal`, then SIGKILL after `graceMs`. Resolves when it has exited. */
export function stopProcess(child, signal, graceMs = 10_000) {
  return new Promise((resolve) => {
    if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
    const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill(signal);
  });
}

/** Calls `onLine` for each line of a stream, also for an unfinished last one. */
export function readLines(stream, onLine) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  stream.on("end", () => {
    if (rest) onLine(rest);
    rest = "";
  });
}

/** Like runStep, for a program that starts others: all of them end with this process, even when it is killed. */
export function runTree(command, args, options = {}) {
  return runStep(process.execPath, [PROCESS_GROUP, command, ...args], { stdio: ["pipe", "pipe", "pipe"], ...options });
}

/**
 * Runs a program to its end and returns `{ code, lines }` (its last 200 lines, both streams). Aborting `signal` ends its
 * process group and then throws Interrupted.
 */
export async function runStep(command, args, { signal, onLine = () => {}, timeoutMs, ...options } = {}) {
  if (signal?.aborted) throw new Interrupted();
  const child = spawnGuarded(command, args, options);
  const lines = [];
  const keep = (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    onLine(line);
  };
  if (child.stdout) readLines(child.stdout, keep);
  if (child.stderr) readLines(child.stderr, keep);
  let ending;
  const end = () => (ending ??= child.pid === undefined ? Promise.resolve() : endGroup(child.pid));
  signal?.addEventListener("abort", end, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
  try {
    const code = await new Promise((resolve) => {
      child.once("error", (error) => {
        keep(String(error.message));
        resolve(127);
      });
      child.once("close", (status) => resolve(status ?? 1));
    });
    await ending;
    if (signal?.aborted) throw new Interrupted();
    return { code, lines };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** A short program's output, or null when it fails or is missing. Blocks: for calls of milliseconds only. */
export function outputOf(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", timeout: 5_000, ...options });
  return result.status === 0 ? result.stdout.trim() : null;
}
