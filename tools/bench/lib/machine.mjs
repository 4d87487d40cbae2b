import { once } from "node:events";
import os from "node:os";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { spawnGuarded, stopProcess } from "../../../scripts/infra/processes.mjs";
import { closedLoop } from "./closedLoop.mjs";
import { cpuPerAnswer, cpuTimes } from "./cpuTime.mjs";
import { toRequest } from "./httpConnection.mjs";
import { PASSWORD } from "./people.mjs";
import { built } from "./place.mjs";
import { PROBE_OWNERS, PROBE_ROWS, PROBE_SCHEMA, PROBE_TABLE } from "./probeTable.mjs";

const CHILD = fileURLToPath(new URL("probe.child.mjs", import.meta.url));
const WARM_UP_MS = 1_500;
const MEASURE_MS = 1_500;
const HASHES = 3;
/** What decides about figures and is not what PostgreSQL has by itself. */
const SETTINGS = ["shared_buffers", "max_wal_size", "fsync", "commit_delay", "shared_preload_libraries"];

/**
 * Prints the machine, the settings of the database, what was prepared, and the calibration: what the barest server and one password
 * hash cost here, so that ratios can be compared between machines.
 */
export async function describeMachine({ database, prepared = [] }) {
  const [cpu] = os.cpus();
  console.log(
    `${os.cpus().length} × ${cpu.model}, ${Math.round(os.totalmem() / 2 ** 30)} GB, load ${os.loadavg()[0].toFixed(1)}; Node.js ${process.version}, PostgreSQL ${database.version}`,
  );
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    const shown = [];
    for (const name of SETTINGS) shown.push(`${name}=${(await client.query(`SHOW ${name}`)).rows[0][name]}`);
    console.log([shown.join(", "), ...prepared].join("; "));
    await client.query(PROBE_SCHEMA);
    await client.query(`VACUUM ANALYZE ${PROBE_TABLE}`);
    console.log(`calibration: ${await probeServer(database)}; ${await probeHash()}\n`);
    await client.query(`DROP TABLE ${PROBE_TABLE}`);
  } finally {
    await client.end();
  }
}

/** How many answers a second a bare server gives, with a list's number and size of rows. */
async function probeServer(database) {
  const env = { ...process.env, NODE_ENV: "production", PROBE_DATABASE_URL: database.adminUrl };
  const child = spawnGuarded(process.execPath, [CHILD], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  try {
    const [{ port }] = await once(child, "message");
    let n = 0;
    let bytes = 0;
    const next = () => ({
      bytes: toRequest("GET", `/${n++ % PROBE_OWNERS}`),
      check: (body) => ((bytes = body.length), Promise.resolve(true)),
    });
    const loop = (clients, forMs) => closedLoop({ port, clients, warmUpMs: 0, forMs, next });
    await loop(32, WARM_UP_MS);
    const parts = { product: { apis: [child], workers: [] }, database };
    const before = cpuTimes(parts);
    const atTen = await loop(10, MEASURE_MS);
    const cpu = cpuPerAnswer(before, cpuTimes(parts), atTen.sent);
    const many = await loop(32, MEASURE_MS);
    const each = cpu ? `, processor ms each: node ${cpu.api.toFixed(2)}, database ${cpu.database.toFixed(2)}` : "";
    return (
      `bare Node.js + pg, ${PROBE_ROWS} rows, ${Math.round(bytes / 1_024)} KB: p95 ${atTen.p95.toFixed(1)} ms with 10 clients, ` +
      `${Math.round(Math.max(atTen.perSecond, many.perSecond))}/s with 32${each}`
    );
  } finally {
    await stopProcess(child, "SIGTERM", 5_000);
  }
}

/** What a password hash takes of a processor, which another load of the machine lengthens little. */
async function probeHash() {
  const { createPasswordHasher } = await built("packages/platform", "passwords");
  const hasher = createPasswordHasher();
  await hasher.hash(PASSWORD);
  const before = process.cpuUsage();
  for (let n = 0; n < HASHES; n += 1) await hasher.hash(PASSWORD);
  const { user, system } = process.cpuUsage(before);
  await hasher.close();
  return `a password hash: ${((user + system) / 1_000 / HASHES).toFixed(0)} ms of a processor`;
}
