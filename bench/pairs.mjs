// node bench/pairs.mjs [--seconds=20] [--check] [--folder=bench/dataset]
// How many received messages one api with one worker carries, and how many two of each, on the database that bench/load.mjs has made.
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { carry } from "./lib/carry.mjs";
import { startFilledProduct } from "./lib/filledProduct.mjs";
import { DEFAULT_FOLDER } from "./lib/place.mjs";
import { createWebhooks } from "./lib/webhooks.mjs";

const WARM_UP_MS = 15_000;
const GOAL = 1.6;
/** One pair with its database and the generator keeps about four cores busy, so that a second pair needs others. */
const CORES_NEEDED = 6;

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: DEFAULT_FOLDER },
    seconds: { type: "string", default: "20" },
    check: { type: "boolean", default: false },
  },
});
const prepared = [`${WARM_UP_MS / 1_000} s of messages before each measurement`];
const { database, client, product, stop } = await startFilledProduct({ folder: path.resolve(values.folder), prepared });
try {
  const webhooks = await createWebhooks(client);
  const measure = async (ports) => {
    const load = await carry({ client, product, database, webhooks, ports });
    await sleep(WARM_UP_MS);
    await load.since();
    await sleep(Number(values.seconds) * 1_000);
    const result = await load.since();
    await load.stop();
    const each = result.cpu ? Object.values(result.cpu).map((ms) => ms.toFixed(2)) : [];
    console.log(
      `${product.apis.length} api, ${product.workers.length} worker: ${result.perSecond.toFixed(0)}/s; processor ms each: api · worker · database · generator: ${each.join(" · ")}`,
    );
    return result.perSecond;
  };
  const one = await measure([product.port]);
  const second = Number(new URL(await product.addApi()).port);
  await product.addWorker();
  const two = await measure([product.port, second]);
  const cores = os.cpus().length;
  const allowed = cores >= CORES_NEEDED;
  console.log(
    `two pairs carry ${(two / one).toFixed(2)} of one (goal ≥ ${GOAL})${allowed ? "" : `; ${cores} cores do not allow it: one pair has them busy already`}`,
  );
  if (values.check && allowed && two < GOAL * one) process.exitCode = 1;
} finally {
  await stop();
}
