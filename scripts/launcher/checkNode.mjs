import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../infra/ports.mjs";
import { readLines, spawnGuarded, stopProcess } from "../infra/processes.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const START_LIMIT_MS = 15 * 60_000;

/** The path of Node.js of that version, from the npm package `node`. */
function fetchNode(version) {
  const args = ["--yes", `--package=node@${version}`, "--", "node", "-p", "process.execPath"];
  const { status, stdout, stderr } = spawnSync("npx", args, { encoding: "utf8", cwd: os.tmpdir() });
  if (status !== 0) throw new Error(`Node.js ${version} could not be fetched:\n${stderr}`);
  return stdout.trim();
}

async function assertRuns(url, version) {
  const health = await (await fetch(`${url}/api/health`)).json();
  if (health.status !== "ok") throw new Error(`The health is ${health.status}.`);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  if (!metrics.includes(`nodejs_version_info{version="v${version}"`)) throw new Error(`The api does not run on Node.js ${version}.`);
}

/** Starts the product in a temporary data folder, waits until it is healthy and stops it. Sets the exit code. */
export async function checkNode(version) {
  const node = fetchNode(version);
  const tmp = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-node-"));
  fs.chmodSync(tmp, 0o711);
  const dataDir = path.join(tmp, "data");
  const ports = { PORT: String(await freePort()), PHONE_PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
  const blank = {
    DATABASE_URL: "",
    REDIS_URL: "",
    FILES_URL: "",
    PUBLIC_URL: "",
    MEOW_URL: "",
    HOST: "",
    SIMULATOR: "on",
    METRICS_TOKEN: "",
  };
  const env = { ...process.env, ...blank, ...ports, DATA_DIR: dataDir, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  delete env.npm_lifecycle_event;
  const child = spawnGuarded(node, [path.join(ROOT, "scripts", "start.mjs")], { cwd: ROOT, env });
  const lines = [];
  for (const stream of [child.stdout, child.stderr]) readLines(stream, (line) => lines.push(line));
  const record = path.join(dataDir, "run.json");
  try {
    for (const deadline = Date.now() + START_LIMIT_MS; !fs.existsSync(record); await sleep(100))
      if (child.exitCode !== null || Date.now() > deadline) throw new Error("The product did not start.");
    await assertRuns(JSON.parse(fs.readFileSync(record, "utf8")).url, version);
    await stopProcess(child, "SIGINT", 60_000);
    if (child.exitCode !== 0) throw new Error(`It stopped with exit code ${child.exitCode} instead of 0.`);
    console.log(`Launcher, api and worker run on Node.js ${version}, and stop cleanly.`);
  } catch (error) {
    console.error([error.message, ...lines.slice(-30).map((line) => `  | ${line}`)].join("\n"));
    process.exitCode = 1;
  } finally {
    await stopProcess(child, "SIGINT", 60_000);
    fs.rmSync(tmp, { recursive: true, force: true });
  }
}
