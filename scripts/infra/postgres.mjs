import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresAccount } from "./accounts.mjs";
import { launchOnPort } from "./ports.mjs";
import { findPostgres } from "./postgresBinaries.mjs";
import { createCluster, findCluster, runAs } from "./postgresCluster.mjs";
import { isAlive, outputOf, spawnGuarded, stopProcess } from "./processes.mjs";
import { Interrupted, Refusal } from "./refusal.mjs";
import { keepLogShort, openLogFile, tailOf } from "./logFiles.mjs";

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "128MB",
  timezone: "UTC",
  shared_preload_libraries: "pg_stat_statements",
  // The log must not contain what customers wrote, so failed statements, their values and details are not logged.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};
/** Settings for temporary databases: no commit waits for the disk. */
const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

function pidFile(folder) {
  try {
    return fs.readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
}

/** Ends a server that a killed launcher left on this folder; two servers on one folder would destroy it. */
async function stopLeftover(folder, log) {
  const pid = Number(pidFile(folder)?.[0] ?? 0);
  // For a dead process the server checks the file itself, because other processes may still use the shared memory.
  if (!(pid > 0) || !isAlive(pid)) return;
  const isServer = (outputOf("ps", ["-o", "command=", "-p", String(pid)]) ?? commandLine(pid)).includes(folder);
  if (!isServer) return fs.rmSync(path.join(folder, "postmaster.pid"), { force: true });
  log(`Stopping the PostgreSQL server (process ${pid}) that an earlier run left`);
  for (const signal of ["SIGINT", "SIGQUIT"]) {
    process.kill(pid, signal);
    for (let i = 0; i < 300 && isAlive(pid); i++) await sleep(50);
    if (!isAlive(pid)) return;
  }
  throw new Refusal(
    `A PostgreSQL server (process ${pid}) still uses ${folder} and does not stop.`,
    `End it (kill ${pid}), then start again.`,
  );
}

function commandLine(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function startFailure(folder, lines) {
  const text = lines.join("\n");
  const shown = lines.filter((line) => /FATAL|PANIC|ERROR|HINT|DETAIL/.test(line)).slice(-6);
  if (/No space left on device/.test(text))
    return new Refusal("PostgreSQL cannot start: the disk is full.", "Make room and start again; nothing is lost.", shown);
  if (/wrong ownership|invalid permissions|Permission denied/.test(text)) {
    return new Refusal(
      `PostgreSQL may not use ${folder}: it belongs to another user.`,
      "Start as the user who made the data folder, or give the whole folder to this user (chown -R).",
      shown,
    );
  }
  if (/pre-existing shared memory block/.test(text)) {
    return new Refusal(`Another PostgreSQL still uses ${folder}.`, "End it (ps -ef | grep postgres), then start again.", shown);
  }
  return new Refusal(
    `PostgreSQL cannot start on ${folder}. The folder was left as it is.`,
    "If the lines above tell of damage, restore a backup of the data folder; docs/OPERATIONS.md says how.",
    shown.length > 0 ? shown : lines.slice(-10),
  );
}

/** Starts the server on a port and waits until it accepts connections; null when the port was taken meanwhile. */
async function launch({ folder, programs, account, port, settings, logFile, signal }) {
  const sink = openLogFile(logFile);
  const args = ["-D", folder, "-p", String(port), ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])];
  const child = spawnGuarded(path.join(programs.folder, "bin", "postgres"), args, {
    ...runAs(account),
    deathSignal: "INT",
    stdio: ["ignore", sink.fd, sink.fd],
  });
  fs.closeSync(sink.fd);
  let gone = false;
  child.once("error", () => (gone = true));
  child.once("exit", () => (gone = true));
  const deadline = Date.now() + START_LIMIT_MS;
  while (!gone && Date.now() < deadline && !signal?.aborted) {
    const lines = pidFile(folder);
    if (Number(lines?.[0]) === child.pid && lines?.[7]?.trim() === "ready") return { child, port };
    await sleep(20);
  }
  await stopProcess(child, "SIGINT", STOP_LIMIT_MS);
  if (signal?.aborted) throw new Interrupted();
  const lines = tailOf(logFile, sink.from);
  if (/could not bind|could not create any TCP/.test(lines.join("\n"))) return null;
  throw startFailure(folder, lines);
}

/** Creates the product's role and database when they are missing. The role owns only its database. */
async function createDatabase({ adminUrl, password, name }) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as database",
      [name],
    );
    if (!rows[0].role) await client.query(`create role ${name} login password '${password}'`);
    if (!rows[0].database) await client.query(`create database ${name} owner ${name}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts the embedded PostgreSQL of a data folder, and creates its cluster when there is none. It listens on the loopback
 * only, on a port of its own.
 *
 * @param {{ root: string, dataDir: string, durable?: boolean, settings?: Record<string, string>, log?: (line: string) => void, logLimits?: object, signal?: AbortSignal, before?: { port: number } }} options
 *   `durable: false` is for temporary databases; `settings` are added to the server's settings; `before` is a server that has
 *   ended and whose port this one uses.
 * @returns url (the product's database, as its own role), adminUrl (the superuser's, for tests that make databases),
 *   folder, version, exited (a promise), stop(quick).
 */
export async function startPostgres({ root, dataDir, durable = true, settings = {}, log = () => {}, logLimits, signal, before }) {
  const existing = findCluster(dataDir);
  const account = postgresAccount(existing?.folder);
  const programs = findPostgres(root, account, log);
  const { folder, record } = existing ?? (await createCluster({ dataDir, programs, account, durable, signal }));
  await stopLeftover(folder, log);
  const all = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), ...settings };
  const logFile = path.join(dataDir, "logs", "postgres.log");
  const { child, port } = await launchOnPort({
    name: "PostgreSQL",
    variable: "DATABASE_URL",
    port: before?.port,
    launch: (each) => launch({ folder, programs, account, port: each, settings: all, logFile, signal }),
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  void exited.then(keepLogShort(logFile, logLimits));
  const stop = (quick = false) => stopProcess(child, quick ? "SIGQUIT" : "SIGINT", STOP_LIMIT_MS);
  const urlOf = (role, password, database) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const adminUrl = urlOf("postgres", record.superuserPassword, "postgres");
  try {
    await createDatabase({ adminUrl, password: record.password, name: "balcao" });
  } catch (error) {
    await stop();
    throw error.code === "28P01"
      ? new Refusal(
          `The passwords in ${path.join(folder, "balcao.json")} do not fit the database in ${folder}.`,
          "Restore the whole folder from one backup.",
        )
      : error;
  }
  return { version: programs.version, folder, port, url: urlOf("balcao", record.password, "balcao"), adminUrl, child, exited, stop };
}
