/**
 * A PostgreSQL server and its streaming replica for one test file: `fork("replicaKeeper.mjs", [folder])`, which stops both when its
 * parent ends. Answers with `{url, replicaUrl, replicaAdminUrl}`; messages `{replica: "stop" | "start"}` are answered when that is done.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../../../../scripts/infra/postgres.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const folder = process.argv[2];
const places = { primary: path.join(folder, "primary"), replica: path.join(folder, "replica") };
// The folder was made for this account alone; PostgreSQL may run as another one.
for (const place of [folder, ...Object.values(places)]) fs.mkdirSync(place, { recursive: true });
for (const place of [folder, ...Object.values(places)]) fs.chmodSync(place, 0o711);

const start = (dataDir, more) => startPostgres({ root, dataDir, durable: false, ...more });
// A copy of the files of a server that was stopped in order is a base backup.
const first = await start(places.primary, {});
await first.stop();
execFileSync("cp", ["-Rp", first.folder, path.join(places.replica, "postgres")]);
const signal = path.join(places.replica, "postgres", "standby.signal");
fs.writeFileSync(signal, "");
const { uid, gid } = fs.statSync(first.folder);
fs.chownSync(signal, uid, gid);

const primary = await start(places.primary, { before: first });
const { username, password, port } = new URL(primary.adminUrl);
const settings = {
  primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
  wal_retrieve_retry_interval: "100ms",
  // A statement that is in the way of the replay is cancelled at once.
  max_standby_streaming_delay: "0",
};
let replica = await start(places.replica, { settings });

async function obey({ replica: order }) {
  if (order === "stop") await replica.stop(true);
  else replica = await start(places.replica, { settings, before: replica });
  process.send({ done: order });
}

async function end() {
  await replica.stop(true);
  await primary.stop(true);
  process.exit();
}

process.on("message", (message) => void obey(message));
process.on("disconnect", () => void end());
process.send({ url: primary.url, replicaUrl: replica.url, replicaAdminUrl: replica.adminUrl });
