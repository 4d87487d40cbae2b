import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogWriter } from "../infra/logFiles.mjs";
import { forkGuarded, readLines, stopProcess } from "../infra/processes.mjs";
import { Interrupted, Refusal } from "../infra/refusal.mjs";

const SHOWN_LEVELS = { warn: "warning", error: "error", fatal: "error" };
const STOP_LIMIT_MS = 12_000;
const SHOWN_LINES = 15;
const RESTARTS = { most: 5, withinMs: 60_000 };

/** What the terminal shows of a log line: warnings and errors of the JSON log, and whatever is not JSON. */
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
 * Runs one Node process of the product. It says `{ ready: true, … }` over IPC when it works, or `{ ready: false, error }`
 * before it gives up, and ends by itself when the IPC channel closes. One that dies later is started again, at most five
 * times a minute.
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
  const deaths = [];
  let child;
  let stopping = false;

  const launch = () =>
    new Promise((resolve, reject) => {
      const shown = [];
      let ready = false;
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
          reject(new Refusal(String(message.error ?? `The ${name} cannot start.`), String(message.remedy ?? ""), []));
        }
      });
      child.once("error", reject);
      // "close", not "exit": the last lines are read by then.
      child.once("close", (code, killedBy) => {
        reject(
          new Refusal(`The ${name} ended before it was ready (${killedBy ?? `exit code ${code}`}).`, `Its whole log: ${logFile}`, shown),
        );
        if (ready && !stopping) void revive(killedBy ?? `exit code ${code}`);
      });
    });

  async function revive(how) {
    deaths.push(Date.now());
    const recent = deaths.filter((time) => Date.now() - time < RESTARTS.withinMs).length;
    if (recent > RESTARTS.most) {
      return onGivenUp(new Refusal(`The ${name} ended ${recent} times within a minute.`, `Its log says why: ${logFile}`));
    }
    say(`The ${name} ended (${how}) and is started again.`);
    await sleep(250 * 2 ** (recent - 1));
    if (stopping) return;
    try {
      await launch();
    } catch (error) {
      if (!stopping) onGivenUp(error);
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
