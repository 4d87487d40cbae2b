// node bench/idle.mjs [--seconds=120] [--most=15] [--folder=bench/dataset]
// What the product does when nobody uses it, on the database that bench/load.mjs has made: memory, processor time, and the statements that
// read most. None of them may read more because the tables are longer.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cpuTimes } from "./lib/cpuTime.mjs";
import { startFilledProduct } from "./lib/filledProduct.mjs";
import { DEFAULT_FOLDER } from "./lib/place.mjs";
import { residentBytes } from "./lib/product.mjs";
import { COUNTED, countStatements } from "./lib/statements.mjs";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: DEFAULT_FOLDER },
    seconds: { type: "string", default: "120" },
    most: { type: "string", default: "15" },
  },
});
const folder = path.resolve(values.folder);
/** Percent of a core for api and worker together, without screens. */
const GOAL_PERCENT = 1;
const seconds = Number(values.seconds);

const stops = [];
try {
  const { database, product, stop } = await startFilledProduct({ folder, settings: COUNTED, prepared: ["15 s after it"] });
  stops.push(stop);
  const statements = await countStatements(database);
  stops.push(() => statements.stop());
  await sleep(15_000);

  await statements.reset();
  const stage = { product, database };
  const before = cpuTimes(stage);
  await sleep(seconds * 1_000);
  const after = cpuTimes(stage);
  const percent = (part) => (after[part] - before[part]) / seconds / 10;
  const share = (part) => `${percent(part).toFixed(2)} % of a core`;
  for (const part of ["api", "worker"])
    console.log(`${part}: ${share(part)}, ${(residentBytes(product[part].pid) / 2 ** 20).toFixed(0)} MB`);
  console.log(`api and worker: ${(percent("api") + percent("worker")).toFixed(2)} % of a core, goal ${GOAL_PERCENT} %`);
  console.log(`database: ${share("database")}`);
  await statements.print("buffers", Number(values.most));
} finally {
  for (const stop of stops.reverse()) await stop();
}
