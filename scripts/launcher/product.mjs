import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readPrivateFile, writePrivateFile } from "../infra/dataFolder.mjs";
import { choosePort, freePort, reservePorts } from "../infra/ports.mjs";
import { Interrupted, Refusal } from "../infra/refusal.mjs";
import { spawnApiCommand } from "./apiCommand.mjs";
import { startChild } from "./children.mjs";
import { keepStore } from "./keptStore.mjs";
import { rememberProcess } from "./leftovers.mjs";
import { openDatabase, openRedis } from "./stores.mjs";

const PHONE_PORT = 3100;

const browserHost = (host) => (["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host) ? "localhost" : host);
const probeHost = (host) => ({ "0.0.0.0": "127.0.0.1", "::": "[::1]" })[host] ?? (host.includes(":") ? `[${host}]` : host);

/** Waits until the api answers 200 to its health check. It answers 503 while it migrates, so there is no limit. */
async function waitForHealth(origin, signal) {
  for (;;) {
    if (signal.aborted) throw new Interrupted();
    try {
      const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(5_000) });
      await answer.body?.cancel();
      if (answer.status === 200) return;
    } catch {
      // It does not listen yet.
    }
    await sleep(50);
  }
}

/** Starts both stores at the same time. A started one is in `started` even when the other one failed. */
async function openStores(options) {
  const open = async (name, log, opening) => {
    const logFile = path.join(options.dataDir, "logs", log);
    const { progress, signal, onGivenUp } = options;
    const store = await keepStore({ name, open: opening, logFile, say: progress.say, onGivenUp, signal });
    options.started.push({ stop: store.stop, kill: () => void store.stop(true) });
    return store;
  };
  const outcomes = await Promise.allSettled([
    open("PostgreSQL", "postgres.log", (before) => openDatabase({ ...options, before })),
    open("Redis", "redis.log", (before) => openRedis({ ...options, before })),
  ]);
  const failed = outcomes.filter((outcome) => outcome.status === "rejected").map((outcome) => outcome.reason);
  if (failed.length > 0) throw failed.find((reason) => !(reason instanceof Interrupted)) ?? failed[0];
  return outcomes.map((outcome) => outcome.value);
}

/**
 * Returns the ports of the simulator and its phone page: the configured ones, else free ones, if
 * possible a fixed one for the page. None is a port that another part uses or will bind later.
 */
export async function chooseSimulatorPorts({ port, phonePort, simulatorPort }, wanted = PHONE_PORT) {
  reservePorts([port, phonePort, simulatorPort].filter((each) => each !== undefined));
  const simulator = simulatorPort ?? (await freePort());
  reservePorts([simulator]);
  const phone = phonePort ?? (await choosePort(wanted));
  reservePorts([phone]);
  return { SIMULATOR_PORT: String(simulator), PHONE_PORT: String(phone) };
}

const NOTE = "migrated.json";

/** The newest migration of the build. */
const newestOf = (root) =>
  fs
    .readdirSync(path.join(root, "packages", "database", "dist", "migrations"))
    .filter((name) => /^\d{4}-\w+\.js$/.test(name))
    .sort()
    .at(-1);

/**
 * Backs the installation up before its database is migrated, and says what will be migrated (D-453). The database is asked only when the build has
 * another newest migration than at the last start. Throws a Refusal where the backup fails: then nothing is migrated.
 */
async function backUpBeforeMigrating({ root, env, dataDir, database }) {
  // Where no api has ever run there is nothing to lose.
  if (!fs.existsSync(path.join(dataDir, "logs", "api.log"))) return;
  if (readPrivateFile(path.join(dataDir, NOTE))?.newest === newestOf(root)) return;
  const encrypts = env.BACKUP_PASSPHRASE || env.BACKUP_PASSPHRASE_FILE ? ["--encrypt"] : [];
  const code = await spawnApiCommand({ root, env, dataDir, database }, "backup", ["--pending", ...encrypts]);
  if (code !== 0)
    throw new Refusal(
      "The backup before the migration failed, so nothing was migrated.",
      "The lines above say why. Or back up elsewhere: npm run backup -- --to FOLDER; for an hour npm start is content with that one.",
    );
}

/** Notes which migrations the database has, after the api has run them. */
const noteMigrated = ({ root, dataDir }) => writePrivateFile(path.join(dataDir, NOTE), { newest: newestOf(root) });

/**
 * Starts stores, simulator, api and worker, and writes their addresses to run.json of the data folder. Every started part is in
 * `started`, also when a later part fails.
 */
export async function startProduct({ root, env, settings, dataDir, progress, signal, started, onGivenUp }) {
  const simulatorPorts = await chooseSimulatorPorts(settings);
  const [database, redis] = await openStores({ settings, root, dataDir, progress, signal, started, onGivenUp });
  await backUpBeforeMigrating({ root, env, dataDir, database });

  const child = async (name, packageFolder, extra) => {
    if (signal.aborted) throw new Interrupted();
    const running = startChild({
      name,
      entry: path.join(root, packageFolder, "dist", "main.js"),
      env: extra,
      logFile: path.join(dataDir, "logs", `${name}.log`),
      say: progress.say,
      onForked: (pid) => rememberProcess(dataDir, pid),
      onGivenUp,
      signal,
    });
    started.push(running);
    return progress.step(`Starting the ${name}`, async () => {
      const message = await running.ready;
      if (name === "api") await waitForHealth(`http://${probeHost(settings.host)}:${settings.port}`, signal);
      return message;
    });
  };

  const { ADMIN_EMAIL, ADMIN_PASSWORD, ...inherited } = { NODE_ENV: "production", ...env };
  const common = { ...inherited, DATA_DIR: dataDir };
  let phoneUrl;
  if (settings.simulator) {
    common.MEOW_ADMIN_TOKEN = env.MEOW_ADMIN_TOKEN ?? randomBytes(24).toString("base64url");
    const simulator = await child("simulator", "packages/simulators", { ...common, ...simulatorPorts });
    common.MEOW_URL = simulator.url;
    phoneUrl = simulator.phoneUrl;
    common.PHONE_URL = phoneUrl;
  }
  common.SIMULATOR = settings.simulator ? "on" : "off";
  common.DATABASE_URL = database.url;
  common.REDIS_URL = redis.url;
  common.PORT = String(settings.port);
  common.HOST = settings.host;

  const admin = ADMIN_EMAIL && ADMIN_PASSWORD ? { ADMIN_EMAIL, ADMIN_PASSWORD } : {};
  const api = await child("api", "apps/api", { ...common, ...admin, WEB_DIST: path.join(root, "apps/web/dist") });
  noteMigrated({ root, dataDir });
  await child("worker", "apps/worker", common);

  const url = `http://${browserHost(settings.host)}:${settings.port}`;
  const addresses = { url, ...(phoneUrl ? { phoneUrl, meowUrl: common.MEOW_URL } : {}), databaseUrl: database.url, redisUrl: redis.url };
  writePrivateFile(path.join(dataDir, "run.json"), { pid: process.pid, ...addresses });
  return { ...addresses, databaseFolder: database.folder, firstAdmin: api.firstAdmin };
}
