import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDataFolder, readPrivateFile } from "../infra/dataFolder.mjs";
import { readEnvironment } from "../infra/envFile.mjs";
import { takeLock } from "../infra/lock.mjs";
import { watchNpm } from "../infra/parent.mjs";
import { assertPortFree } from "../infra/ports.mjs";
import { findCluster } from "../infra/postgresCluster.mjs";
import { prepare } from "../infra/prepare.mjs";
import { createProgress, formatDuration } from "../infra/progress.mjs";
import { describeFailure, Interrupted, Refusal } from "../infra/refusal.mjs";
import { readSettings } from "../infra/variables.mjs";
import { banner } from "./banner.mjs";
import { endLeftovers } from "./leftovers.mjs";
import { startProduct } from "./product.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
/** npm forwards a terminal's Ctrl-C as a second signal right after the first. Within this time they count as one. */
const SAME_PRESS_MS = 400;

function refuseSecondStart(dataDir, holder) {
  const address = readPrivateFile(path.join(dataDir, "run.json"))?.url;
  throw new Refusal(
    `Balcão already runs from the data folder ${dataDir} (process ${holder.pid}${address ? `, ${address}` : ""}).`,
    `Use that one, or stop it first (Ctrl-C in its terminal, or kill ${holder.pid}).`,
  );
}

/** Waits for a signal of the terminal; a second Ctrl-C calls `onQuick`. */
function listenForStop(progress, onQuick) {
  const controller = new AbortController();
  let first = 0;
  const press = () => {
    const now = Date.now();
    if (first === 0) {
      first = now;
      progress.say("Stopping … (Ctrl-C once more is quicker)");
      controller.abort();
    } else if (now - first > SAME_PRESS_MS) onQuick();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, press);
  watchNpm(() => controller.signal.aborted || press());
  // Writing to a closed terminal fails, which must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return controller;
}

const aborted = (signal) =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener("abort", resolve, { once: true })));

/** `npm start`: runs the product until a signal stops it. Sets the exit code; 0 only after a stop on request. */
export async function start() {
  const progress = createProgress();
  const began = Date.now();
  /** The started parts in their order; they are stopped in reverse. */
  const started = [];
  const stopper = listenForStop(progress, () => started.forEach((part) => part.kill?.()));
  const { signal } = stopper;
  let failure = null;
  let lock = null;
  let dataDir = "";
  const fail = (error) => {
    failure ??= error;
    stopper.abort();
  };
  for (const name of ["uncaughtException", "unhandledRejection"]) process.on(name, fail);

  try {
    const env = readEnvironment(path.join(ROOT, ".env"));
    const settings = readSettings(env, ROOT);
    dataDir = openDataFolder(settings.dataDir);
    lock = takeLock(path.join(dataDir, "launcher.lock"), { port: settings.port });
    if (lock.holder) refuseSecondStart(dataDir, lock.holder);
    fs.rmSync(path.join(dataDir, "run.json"), { force: true });
    endLeftovers(dataDir, progress.say);
    await assertPortFree(settings.port, settings.host, "PORT");
    for (const name of ["SIMULATOR_PORT", "PHONE_PORT"]) {
      if (settings.simulator && env[name]) await assertPortFree(Number(env[name]), "127.0.0.1", name);
    }
    if (!settings.databaseUrl) findCluster(dataDir);
    await prepare(ROOT, { progress, signal });
    const product = await startProduct({ root: ROOT, env, settings, dataDir, progress, signal, started, onGivenUp: fail });
    if (signal.aborted) throw new Interrupted();
    progress.say(banner({ ...product, dataDir, settings, tookMs: Date.now() - began }));
    await aborted(signal);
  } catch (error) {
    if (!(error instanceof Interrupted)) failure ??= error;
  }
  await stopAll(started, (error) => (failure ??= error));
  if (lock?.release) {
    for (const name of ["run.json", "processes.json"]) fs.rmSync(path.join(dataDir, name), { force: true });
    lock.release();
  }
  if (failure) {
    progress.say("");
    process.stderr.write(`${describeFailure(failure)}\n`);
  } else progress.say(`Stopped after ${formatDuration(Date.now() - began)}.`);
  process.exit(failure ? 1 : 0);
}

/** Stops all parts, in reverse order of their start. */
async function stopAll(started, onError) {
  for (const part of started.toReversed()) {
    try {
      await part.stop();
    } catch (error) {
      onError(error);
    }
  }
}
