import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../scripts/infra/ports.mjs";
import { outputOf, spawnGuarded, stopProcess } from "../../../scripts/infra/processes.mjs";
import { META_APP_SECRET } from "./metaWebhooks.mjs";
import { DEFAULT_FOLDER, ROOT } from "./place.mjs";

/** A limit that no session of a benchmark reaches, so that calls are counted as in production but not refused. */
export const RATE_LIMIT_PER_MINUTE = 1_000_000;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;
const API = "apps/api/dist/main.js";
const WORKER = "apps/worker/dist/main.js";

const nameOf = (part, place) => (place === 0 ? part : `${part}${place + 1}`);

/**
 * Starts a process of the product as in production, with its log in a file. Resolves when it reports that it is ready. `profile` is the
 * folder for its CPU profile.
 */
async function startProcess(name, entry, env, { folder, profile }) {
  const logFile = path.join(folder, "data", "logs", `${name}.bench.log`);
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  const sink = fs.openSync(logFile, "w");
  const flags = profile ? ["--cpu-prof", `--cpu-prof-dir=${path.join(profile, name)}`] : [];
  const child = spawnGuarded(process.execPath, [...flags, path.join(ROOT, entry)], {
    env,
    stdio: ["ignore", sink, sink, "ipc"],
  });
  fs.closeSync(sink);
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the ${name} is not ready after a minute; its log is ${logFile}`)), START_LIMIT_MS);
    child.once("exit", (code) => reject(new Error(`the ${name} ended with ${code}; its log is ${logFile}`)));
    child.on("message", ({ ready, error }) => {
      clearTimeout(timer);
      if (ready) resolve();
      else reject(new Error(`${name}: ${error}`));
    });
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return { pid: child.pid, ended, stop: () => stopProcess(child, "SIGTERM", STOP_LIMIT_MS) };
}

/**
 * Starts api and worker on a database. `env` of the result are their variables, which a restarted process takes as they are then. Without `meow` the worker has an address where nothing answers; it is never called, because
 * connections of the data set are not wanted. `more` are further variables.
 */
export async function startProduct({ folder, database, messenger, meow, profile, more = {} }) {
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    WEBHOOK_BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: path.join(folder, "data"),
    DATABASE_URL: database.url,
    REDIS_URL: messenger?.url ?? "",
    RATE_LIMIT_PER_MINUTE: String(RATE_LIMIT_PER_MINUTE),
    WEB_DIST: path.join(ROOT, "apps/web/dist"),
    MEOW_URL: meow?.url ?? "http://127.0.0.1:9",
    MEOW_ADMIN_TOKEN: meow?.adminToken ?? "nobody-listens-there",
    META_APP_SECRET,
    SIMULATOR: "off",
    ...more,
  };
  const options = { folder, profile: profile && path.join(DEFAULT_FOLDER, "profiles") };
  const startApi = async (place, ownPort) => ({
    ownPort,
    ...(await startProcess(nameOf("api", place), API, { ...env, PORT: ownPort }, options)),
  });
  const startWorker = (place) => startProcess(nameOf("worker", place), WORKER, env, options);
  const api = await startApi(0, String(port));
  const worker = await startWorker(0).catch(async (error) => {
    await api.stop();
    throw error;
  });
  const [apis, workers] = [[api], [worker]];
  const origin = `http://127.0.0.1:${port}`;
  for (let healthy = false; !healthy;) {
    healthy = await fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!healthy) await sleep(50);
  }
  /** Starts another api on the same stores; returns its origin. */
  const addApi = async () => {
    const own = String(await freePort());
    apis.push(await startApi(apis.length, own));
    return `http://127.0.0.1:${own}`;
  };
  const addWorker = async () => workers.push(await startWorker(workers.length));
  /** Kills an api or a worker without warning and starts it again after `awayMs`, an api at its old port. */
  const kill = async (list, place, awayMs = 0) => {
    const { pid, ended, ownPort } = list[place];
    process.kill(pid, "SIGKILL");
    await ended;
    await sleep(awayMs);
    list[place] = await (ownPort === undefined ? startWorker(place) : startApi(place, ownPort));
  };
  /** Ends an api or a worker in order and starts it again, an api at its old port. */
  const restart = async (list, place) => {
    const { ownPort } = list[place];
    await list[place].stop();
    list[place] = await (ownPort === undefined ? startWorker(place) : startApi(place, ownPort));
  };
  const stop = () => Promise.all([...workers, ...apis].map((each) => each.stop()));
  return { port, origin, env, api, worker, apis, workers, addApi, addWorker, kill, restart, stop };
}

/** Bytes of memory that a process holds (resident set), from the system. */
export function residentBytes(pid) {
  return Number(outputOf("ps", ["-o", "rss=", "-p", String(pid)])) * 1024;
}

/** Bytes of memory that a process shares with no other, from Linux: the pages of Node.js itself, which both have, are not in it. */
export function privateBytes(pid) {
  const pages = fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return [...pages.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}
