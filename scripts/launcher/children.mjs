import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogWriter } from "../infra/logFiles.mjs";
import { forkGuarded, readLines, stopProcess } from "../infra/processes.mjs";
import { Interrupted, Refusal } from "../infra/refusal.mjs";
import { createRestarts } from "./restarts.mjs";

const SHOWN_LEVELS = { warn: "warning", error: "error", fatal: "error" };
/** An orderly stop of a process takes up to 25 s (lifecycle.ts). */
export const STOP_LIMIT_MS = 30_000;
const SHOWN_LINES = 15;

/** What the terminal shows of a log line: warnings and errors of the JSON log, and lines that are not JSON. */
export function consoleLine(name, line) {
  if (!line.startsWith("{")) return line.trim() === "" ? null : `${name}: ${line}`;
  try {
    const { level, msg, err } = JSON.parse(line);
    const shown = SHOWN_LEVELS[level];
    return shown === undefined ? null : `${name}: ${shown}: ${[msg, err?.message].filter(Boolean).join(": ")}`;
  } catch {
    return `${name}: ${line}`;
  }
}

/**
 * Runs one Node process of the product. It sends `{ ready: true, … }` over IPC when it is ready, or `{ ready: false, error }`
 * before it ends with an error, and ends by itself when the IPC channel closes. A process that ends after it was ready is started
 * again, at most five times a minute; an end during the restart counts too.
 *
 * @param {{ name: string, entry: string, env: Record<string, string>, logFile: string, say: (line: string) => void, onForked: (pid: number) => void, onGivenUp: (error: Error) => void, signal: AbortSignal }} options
 * @returns ready (a promise of the first ready message), stop(quick).
 */
export function startChild({ name, entry, env, logFile, say, onForked, onGivenUp, signal }) {
  if (!fs.existsSync(entry)) {
    throw new Refusal(
      `${path.relative(process.cwd(), entry)} is missing: the ${name} was not built.`,
      "Delete the folder .turbo and start again.",
    );
  }
  const log = createLogWriter(logFile);
  const restarts = createRestarts();
  let child;
  let stopping = false;

  const launch = () =>
    new Promise((resolve, reject) => {
      const shown = [];
      let ready = false;
      let refusal = null;
      child = forkGuarded(entry, { env });
      if (child.pid !== undefined) onForked(child.pid);
      const read = (line) => {
        log.write(line);
        const text = consoleLine(name, line);
        if (text === null) return;
        if (ready) return say(text);
        shown.push(text);
        if (shown.length > SHOWN_LINES) shown.shift();
      };
      readLines(child.stdout, read);
      readLines(child.stderr, read);
      child.on("message", (message) => {
        if (message?.ready === true && !ready) {
          ready = true;
          for (const text of shown) say(text);
          resolve(message);
        } else if (message?.ready === false) {
          refusal = new Refusal(String(message.error ?? `The ${name} cannot start.`), String(message.remedy ?? ""), []);
          const { pid } = child;
          setTimeout(() => child.pid === pid && child.kill("SIGKILL"), STOP_LIMIT_MS).unref();
        }
      });
      child.once("error", reject);
      // "close" and not "exit": then the last lines have been read, and the port is free.
      child.once("close", (code, killedBy) => {
        const how = killedBy ?? `exit code ${code}`;
        reject(refusal ?? new Refusal(`The ${name} ended before it was ready (${how}).`, `Its whole log: ${logFile}`, shown));
        if (ready && !stopping) void revive(how);
      });
    });

  async function revive(how) {
    let failure = null;
    for (;;) {
      const pauseMs = restarts.next();
      if (pauseMs === null) {
        const lines = failure === null ? [] : [failure.message, ...(failure.details ?? [])];
        return onGivenUp(
          new Refusal(`The ${name} ended ${restarts.recent()} times within a minute.`, `Its log says why: ${logFile}`, lines),
        );
      }
      say(failure === null ? `The ${name} ended (${how}) and is started again.` : `${failure.message} It is started again.`);
      await sleep(pauseMs);
      if (stopping) return;
      try {
        await launch();
        return;
      } catch (error) {
        if (stopping) return;
        failure = error;
      }
    }
  }

  const stop = async (quick = false) => {
    stopping = true;
    await stopProcess(child, quick ? "SIGKILL" : "SIGTERM", STOP_LIMIT_MS);
    await log.close();
  };
  const stopped = new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Interrupted()), { once: true }));
  stopped.catch(() => {});
  return { ready: Promise.race([launch(), stopped]), stop, kill: () => child?.kill("SIGKILL") };
}
