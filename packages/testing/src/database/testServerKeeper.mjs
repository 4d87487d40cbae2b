/**
 * Keeps the PostgreSQL server that test processes share: `node testServerKeeper.mjs <folder>`; only one keeper runs per folder. It writes
 * the server's address into `<folder>/address` and ends, with the server, after two minutes without a connection.
 */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { takeLock } from "../../../../scripts/infra/lock.mjs";
import { startPostgres } from "../../../../scripts/infra/postgres.mjs";

const IDLE_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 5_000;

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const folder = path.resolve(process.argv[2]);
const addressFile = path.join(folder, "address");

async function guests(adminUrl) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rows[0].n;
  } finally {
    await client.end();
  }
}

/** Drops databases of killed tests. Right after the start no test can be using them. */
async function dropLeftovers(adminUrl) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query(String.raw`select datname from pg_database where datname like 'balcao\_test\_%'`);
    for (const { datname } of rows) await client.query(`drop database ${datname}`);
  } finally {
    await client.end();
  }
}

async function untilIdle(adminUrl, signal) {
  let lastSeen = Date.now();
  while (!signal.aborted && Date.now() - lastSeen < IDLE_LIMIT_MS) {
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted && (await guests(adminUrl)) > 0) lastSeen = Date.now();
  }
}

async function keep() {
  const server = await startPostgres({
    root,
    dataDir: folder,
    durable: false,
    settings: { max_connections: "300" },
    log: (line) => process.stdout.write(`${line}\n`),
  });
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
  void server.exited.then(() => stopping.abort());
  try {
    await dropLeftovers(server.adminUrl);
    do {
      fs.writeFileSync(`${addressFile}.new`, server.adminUrl, { mode: 0o600 });
      fs.renameSync(`${addressFile}.new`, addressFile);
      await untilIdle(server.adminUrl, stopping.signal);
      // Nobody finds the server from here on; it stays for those who found it a moment ago.
      fs.rmSync(addressFile, { force: true });
    } while (!stopping.signal.aborted && (await guests(server.adminUrl)) > 0);
  } finally {
    fs.rmSync(addressFile, { force: true });
    await server.stop();
  }
}

const { release } = takeLock(path.join(folder, "keeper.lock"));
if (release) {
  try {
    await keep();
  } finally {
    release();
  }
}
