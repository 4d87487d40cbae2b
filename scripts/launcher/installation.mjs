import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDataFolder, readPrivateFile } from "../infra/dataFolder.mjs";
import { readEnvironment } from "../infra/envFile.mjs";
import { takeLock } from "../infra/lock.mjs";
import { startPostgres } from "../infra/postgres.mjs";
import { findCluster } from "../infra/postgresCluster.mjs";
import { prepare } from "../infra/prepare.mjs";
import { createProgress } from "../infra/progress.mjs";
import { describeFailure, Interrupted, Refusal } from "../infra/refusal.mjs";
import { readSettings } from "../infra/variables.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Where the units of systemd have their settings (docs/DEPLOY.md). */
const SERVICE_SETTINGS = "/etc/balcao/balcao.env";

/**
 * Refuses a checkout that npm start does not run, before anything is installed or built: one without a data folder, where none is made,
 * and the one of a plain server, whose units have their settings and their data elsewhere.
 */
export function assertStartedHere({ root, env, settings, creates, serviceSettings = SERVICE_SETTINGS }) {
  const isConfigured = fs.existsSync(path.join(root, ".env")) || Boolean(env.DATA_DIR ?? env.DATABASE_URL);
  const isThere = fs.existsSync(settings.dataDir);
  if (!isConfigured && !isThere && fs.existsSync(serviceSettings))
    throw new Refusal(
      `On this server Balcão runs under systemd, with the settings of ${serviceSettings}.`,
      "Run the command as root as balcao doctor, balcao backup and so on (docs/OPERATIONS.md, Commands of the operator).",
    );
  if (!isThere && !creates)
    throw new Refusal(`There is no data folder ${settings.dataDir} (DATA_DIR).`, "Run this where npm start runs, with the same .env.");
}

/** The addresses of a running npm start's database. */
function runningDatabase(dataDir, holder) {
  const url = readPrivateFile(path.join(dataDir, "run.json"))?.databaseUrl;
  if (!url)
    throw new Refusal(
      `Balcão (process ${holder.pid}) is starting or stopping just now.`,
      "Try again when it runs, or when it has stopped.",
    );
  return { url, stop: async () => {} };
}

/** Starts the database of an installation that does not run, for the duration of the command. */
async function stoppedDatabase({ root, settings, dataDir, creates, progress, signal }) {
  if (!findCluster(dataDir) && !creates) throw new Refusal(`There is no database in ${dataDir} (DATA_DIR) yet.`, "Run npm start first.");
  return progress.step("Starting PostgreSQL", () =>
    startPostgres({ root, dataDir, settings: settings.postgresSettings, log: progress.say, signal }),
  );
}

async function openInstallation({ env, settings, creates, stopped, progress, signal }) {
  const dataDir = openDataFolder(settings.dataDir);
  const common = { root: ROOT, env, settings, dataDir, creates, progress, signal };
  if (settings.databaseUrl && !stopped) return { ...common, database: { url: settings.databaseUrl }, close: async () => {} };
  const lock = takeLock(path.join(dataDir, "launcher.lock"));
  if (lock.holder && stopped)
    throw new Refusal(
      `Balcão runs from ${dataDir} (process ${lock.holder.pid}).`,
      `Stop it (Ctrl-C there, or kill ${lock.holder.pid}), then try again.`,
    );
  if (settings.databaseUrl) return { ...common, database: { url: settings.databaseUrl }, close: async () => lock.release() };
  if (lock.holder) return { ...common, database: runningDatabase(dataDir, lock.holder), close: async () => {} };
  try {
    const database = await stoppedDatabase(common);
    let closing;
    const close = () => (closing ??= database.stop().finally(lock.release));
    return { ...common, database, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Runs a command on the installation of this checkout, whether it runs or not, and ends the process: `work` gets root, env,
 * dataDir, progress and the database's addresses, and resolves with the exit code. `creates` makes an installation where there is
 * none; `stopped` refuses one that runs.
 */
export async function runOnInstallation(work, { creates = false, stopped = false } = {}) {
  const progress = createProgress();
  const stopper = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stopper.abort());
  let code = 1;
  try {
    const env = readEnvironment(path.join(ROOT, ".env"));
    const settings = readSettings(env, ROOT);
    assertStartedHere({ root: ROOT, env, settings, creates });
    await prepare(ROOT, { progress, signal: stopper.signal });
    const installation = await openInstallation({ env, settings, creates, stopped, progress, signal: stopper.signal });
    code = await work(installation).finally(installation.close);
  } catch (error) {
    process.stderr.write(error instanceof Interrupted ? "Stopped.\n" : `${describeFailure(error)}\n`);
  }
  process.exit(code);
}
