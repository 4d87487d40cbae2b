// node tools/bench/load.mjs [--folder=bench/dataset]: makes a database with the data set in it, under <folder>/data.
// The data set is written first where it is missing. Takes some minutes and about 2 GB.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startDatabase } from "./lib/cluster.mjs";
import { writeDataset } from "./lib/dataset.mjs";
import { loadDataset } from "./lib/loadDataset.mjs";
import { built, DEFAULT_FOLDER } from "./lib/place.mjs";

const { values } = parseArgs({ options: { folder: { type: "string", default: DEFAULT_FOLDER } } });
const folder = path.resolve(values.folder);
const dataDir = path.join(folder, "data");
if (fs.existsSync(path.join(dataDir, "loaded"))) {
  console.log(`${dataDir} is loaded already; delete the folder to begin again.`);
  process.exit(0);
}
fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
if (!fs.existsSync(path.join(folder, "meta.json"))) writeDataset(folder);

// Only the loading runs without fsync; the measurements run with it.
const database = await startDatabase(folder, { settings: { fsync: "off", maintenance_work_mem: "512MB" } });
try {
  const { runMigrations } = await built("packages/database", "migrations");
  await runMigrations(database.url);
  const client = new pg.Client({ connectionString: database.adminUrl.replace(/\/postgres$/, "/balcao") });
  await client.connect();
  await loadDataset(client, folder, dataDir);
  await client.end();
  fs.writeFileSync(path.join(dataDir, "loaded"), "");
} finally {
  await database.stop();
}
