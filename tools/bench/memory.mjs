// node tools/bench/memory.mjs [--minutes=5]: the memory of api and worker some minutes after the start, with one linked connection.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startNewProduct } from "./lib/newProduct.mjs";
import { built } from "./lib/place.mjs";
import { privateBytes, residentBytes } from "./lib/product.mjs";

const GOAL_MB = 200;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "5" } } });
const { startWuzapi } = await built("packages/simulators", "wuzapi");
const adminToken = randomBytes(24).toString("base64url");
const gateway = await startWuzapi({ adminToken });
try {
  const { product, link, stop } = await startNewProduct({ meow: { url: gateway.url, adminToken } });
  try {
    await link({ name: "Loja", api: "meow" }, () => {
      const account = gateway.control.state().users[0];
      return account && gateway.control.scan({ token: account.token });
    });
    await sleep(Number(values.minutes) * 60_000);
    const processes = [product.api.pid, product.worker.pid];
    const [api, worker] = processes.map((pid) => residentBytes(pid) / 2 ** 20);
    const own = processes.map((pid) => (privateBytes(pid) / 2 ** 20).toFixed(0));
    console.log(
      `${values.minutes} minutes after the start: api ${api.toFixed(0)} MB + worker ${worker.toFixed(0)} MB = ${(api + worker).toFixed(0)} MB, goal ${GOAL_MB} MB; ` +
        `their own without what both share: ${own.join(" + ")} MB`,
    );
  } finally {
    await stop();
  }
} finally {
  await gateway.close();
}
