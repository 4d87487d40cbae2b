// node tools/bench/run.mjs [--rows=lists,pages,…] [--commit-delay] [--seconds=10] [--warm-up=15] [--shorter=1] [--identity] [--profile] [--statements] [--check] [--folder=bench/dataset]
// Measures the built product on the database that tools/bench/load.mjs has made, and prints a table.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { startFilledProduct } from "./lib/filledProduct.mjs";
import { DEFAULT_FOLDER } from "./lib/place.mjs";
import { RATE_LIMIT_PER_MINUTE } from "./lib/product.mjs";
import { TABLE_HEAD, tableLine, verdict } from "./lib/report.mjs";
import { ROWS } from "./lib/rows.mjs";
import { openScreens } from "./lib/screens.mjs";
import { signInEverybody } from "./lib/sessions.mjs";
import { COUNTED, countStatements } from "./lib/statements.mjs";
import { createWebhooks } from "./lib/webhooks.mjs";

const SLOW_ROWS = ["webhook", "screen300"];

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: DEFAULT_FOLDER },
    rows: { type: "string" },
    seconds: { type: "string", default: "10" },
    "warm-up": { type: "string", default: "15" },
    shorter: { type: "string", default: "1" },
    "commit-delay": { type: "boolean", default: false },
    identity: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    statements: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const folder = path.resolve(values.folder);
const isSlow = values["commit-delay"];
const usual = isSlow ? SLOW_ROWS : ROWS.filter(({ slowOnly }) => !slowOnly).map(({ name }) => name);
const wanted = values.rows?.split(",") ?? usual;
const rows = ROWS.filter(({ name }) => wanted.includes(name)).map((row) =>
  isSlow && row.slow ? { ...row, goal: row.slow, limit: row.slow } : row,
);

const stops = [];
const verdicts = [];
try {
  const prepared = [
    `RATE_LIMIT_PER_MINUTE=${RATE_LIMIT_PER_MINUTE}; 20 screens open, 20 inbound messages a second; warm-up of ${values["warm-up"]} s for each row`,
    values.identity ? "answers not compressed" : "answers compressed as for a browser",
  ];
  const settings = values.statements ? COUNTED : {};
  const filled = await startFilledProduct({ folder, commitDelay: isSlow, settings, profile: values.profile, prepared });
  stops.push(filled.stop);
  const startedAt = performance.now();
  const { client, database, product } = filled;
  const people = await signInEverybody(product.origin);
  const screens = await openScreens(
    product.origin,
    people.map(({ token }) => token),
  );
  stops.push(() => screens.close());
  const stage = {
    client,
    startedAt,
    database,
    product,
    people,
    screens,
    webhooks: await createWebhooks(client),
    meta: JSON.parse(fs.readFileSync(path.join(folder, "meta.json"), "utf8")),
    seconds: Number(values.seconds),
    warmUp: Number(values["warm-up"]),
    shorter: Number(values.shorter),
    encoding: values.identity ? [] : ["Accept-Encoding: gzip, deflate, br, zstd"],
  };

  console.log(TABLE_HEAD);
  const statements = values.statements ? await countStatements(database) : null;
  stops.push(() => statements?.stop());
  for (const row of rows) {
    await statements?.reset();
    const result = await row.run(stage);
    verdicts.push(verdict(row, result));
    console.log(tableLine(row, result));
    await statements?.print("time", 20);
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}
if (values.check && verdicts.some((each) => each !== "goal")) process.exitCode = 1;
