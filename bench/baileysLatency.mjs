// node bench/baileysLatency.mjs [--per-second=10] [--seconds=30] [--customers=5] [--check]
// Measures a text's time from a customer's real client through the relay, baileys, worker, database and api to a person's socket.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startNewProduct } from "./lib/newProduct.mjs";
import { clock } from "./lib/openLoop.mjs";
import { summary } from "./lib/percentiles.mjs";
import { built } from "./lib/place.mjs";
import { openScreens } from "./lib/screens.mjs";

const GOAL_P95_MS = 500;
const OWNER = "5511970000001";
const WARM_UP = 50;
const LAST_WORDS_MS = 5_000;

const { values } = parseArgs({
  options: {
    "per-second": { type: "string", default: "10" },
    seconds: { type: "string", default: "30" },
    customers: { type: "string", default: "5" },
    check: { type: "boolean", default: false },
  },
});
// The library of the customers' clients, which run in this process, prints keys with console.info.
console.info = () => undefined;
const perSecond = Number(values["per-second"]);
const count = perSecond * Number(values.seconds);
const { openRelayClient, startRelay } = await built("packages/simulators", "relay");
const relay = await startRelay();
const stops = [() => relay.close()];
try {
  const { product, token, link, stop } = await startNewProduct({ more: { WHATSAPP_WS_URL: relay.url } });
  stops.push(stop);
  await link({ name: "Loja", api: "baileys" }, ({ qrcode }) => qrcode && relay.control.scan(qrcode, OWNER));
  const customers = [];
  for (let index = 0; index < Number(values.customers); index += 1) {
    const customer = await openRelayClient(relay, `55119000000${index + 10}`);
    stops.push(() => customer.close());
    customers.push(customer);
  }
  const screens = await openScreens(product.origin, [token]);
  stops.push(() => screens.close());

  const sentAt = new Map();
  const send = async (key) => {
    sentAt.set(key, clock());
    await customers[key % customers.length].send(`${OWNER}@s.whatsapp.net`, { text: `#${key}# Bom dia, gostaria de saber do meu pedido` });
  };
  for (let key = 0; key < WARM_UP; key += 1) await send(key);
  await sleep(1_000);
  await screens.take();

  const sends = [];
  const begin = clock();
  for (let n = 0; n < count; n += 1) {
    await sleep(Math.max(0, begin + (n * 1_000) / perSecond - clock()));
    sends.push(send(WARM_UP + n));
  }
  await Promise.all(sends);
  const times = [];
  for (const deadline = clock() + LAST_WORDS_MS; times.length < count && clock() < deadline; await sleep(100)) {
    const { arrivals } = await screens.take();
    for (let i = 0; i < arrivals.length; i += 2) if (arrivals[i] >= WARM_UP) times.push(arrivals[i + 1] - sentAt.get(arrivals[i]));
  }
  const { p50, p95, p99, max } = summary(times);
  const ms = (value) => `${value.toFixed(0)} ms`;
  console.log(
    `${times.length} of ${count} texts at ${perSecond}/s from ${customers.length} customers: p50 ${ms(p50)}, p95 ${ms(p95)} (goal ${GOAL_P95_MS}), p99 ${ms(p99)}, longest ${ms(max)}`,
  );
  if (values.check && (times.length !== count || p95 > GOAL_P95_MS)) process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) await stop();
}
