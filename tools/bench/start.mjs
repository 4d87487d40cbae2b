// node tools/bench/start.mjs [--folder=bench/dataset] [--skip-install]
// From `npm start` to the login page: in a fresh clone, a second time, and on the data set's 2,000,000 messages. The package manager may have a cache.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "../../scripts/infra/ports.mjs";
import { describeAlone } from "./lib/ownDatabase.mjs";
import { DEFAULT_FOLDER, ROOT } from "./lib/place.mjs";

const LIMIT_MS = 15 * 60_000;

const { values } = parseArgs({
  options: { folder: { type: "string", default: DEFAULT_FOLDER }, "skip-install": { type: "boolean", default: false } },
});
await describeAlone();
const own = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-bench-"));
fs.chmodSync(own, 0o755);
try {
  const checkout = values["skip-install"] ? ROOT : path.join(own, "balcao");
  if (!values["skip-install"]) execFileSync("git", ["clone", "-q", ROOT, checkout]);
  const empty = path.join(own, "data");
  if (!values["skip-install"]) await show("first start of a fresh clone, with installing and building", checkout, empty, 60);
  else await run(checkout, empty);
  await show("second start", checkout, empty, 5);
  const filled = path.join(values.folder, "data");
  if (fs.existsSync(path.join(filled, "postgres"))) await show("start with 2,000,000 messages", checkout, filled, 10);
  else console.log(`without ${filled} (node tools/bench/load.mjs) no start with data`);
} finally {
  fs.rmSync(own, { recursive: true, force: true });
}

async function show(what, checkout, dataDir, goalSeconds) {
  const { startMs, stopMs } = await run(checkout, dataDir);
  const seconds = startMs / 1_000;
  console.log(
    `${what}: ${seconds.toFixed(1)} s to the login page, goal ${goalSeconds} s; Ctrl-C ends it in ${(stopMs / 1_000).toFixed(1)} s`,
  );
}

/** Runs `npm start` until the login page is answered, then stops it; returns how long both took. */
async function run(checkout, dataDir) {
  const port = await freePort();
  const variables = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: "", REDIS_URL: "" };
  const began = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: checkout,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  while (!(await isAnswered(`http://127.0.0.1:${port}/login`))) {
    if (child.exitCode !== null || performance.now() - began > LIMIT_MS) throw new Error(`npm start did not come up:\n${said}`);
    await sleep(50);
  }
  const startMs = performance.now() - began;
  const stopping = performance.now();
  // As a terminal does: to the whole group.
  process.kill(-child.pid, "SIGINT");
  await ended;
  return { startMs, stopMs: performance.now() - stopping };
}

/** Whether something answers at the address. */
function isAnswered(address) {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}
