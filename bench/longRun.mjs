// node bench/longRun.mjs [--minutes=3] [--messages=500000] [--check] [--folder=bench/dataset]
// As many received messages as the product carries, on the database that bench/load.mjs has made: the rate of each minute, the share of HOT
// updates of tickets, and the last minute beside the first. --messages goes on until so many were applied.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { carry } from "./lib/carry.mjs";
import { startFilledProduct } from "./lib/filledProduct.mjs";
import { DEFAULT_FOLDER } from "./lib/place.mjs";
import { createWebhooks } from "./lib/webhooks.mjs";

const WARM_UP_MS = 15_000;
const MINUTE_MS = 60_000;
/** The last minute carries at least so much of the first. */
const GOAL = 0.95;

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: DEFAULT_FOLDER },
    minutes: { type: "string", default: "3" },
    messages: { type: "string" },
    check: { type: "boolean", default: false },
  },
});
const isOver = (minute, applied) => (values.messages === undefined ? minute >= Number(values.minutes) : applied >= Number(values.messages));

const prepared = [`${WARM_UP_MS / 1_000} s of messages before the first minute`];
const { database, client, product, stop } = await startFilledProduct({ folder: path.resolve(values.folder), prepared });
try {
  const load = await carry({ client, product, database, webhooks: await createWebhooks(client), ports: [product.port] });
  await sleep(WARM_UP_MS);
  await load.since();
  console.log(
    "| minute | messages | a second | HOT updates of tickets | processor ms each: api · worker · database · generator |\n|---|---|---|---|---|",
  );
  const minutes = [];
  for (let applied = 0; !isOver(minutes.length, applied);) {
    await sleep(MINUTE_MS);
    const { messages, perSecond, hotShare, cpu } = await load.since();
    applied += messages;
    const each = cpu ? Object.values(cpu) : [];
    minutes.push({ perSecond, ms: each.slice(0, 3).reduce((sum, ms) => sum + ms, 0) });
    const costs = each.map((ms) => ms.toFixed(2)).join(" · ");
    console.log(`| ${minutes.length} | ${messages} | ${perSecond.toFixed(0)} | ${hotShare.toFixed(1)} % | ${costs} |`);
  }
  await load.stop();
  const [first, last] = [minutes[0], minutes.at(-1)];
  const ratio = last.perSecond / first.perSecond;
  console.log(
    `\nlast minute / first minute: ${ratio.toFixed(3)} of the rate (goal ≥ ${GOAL}), ${(last.ms / first.ms).toFixed(3)} of the product's processor time per message`,
  );
  if (values.check && ratio < GOAL) process.exitCode = 1;
} finally {
  await stop();
}
