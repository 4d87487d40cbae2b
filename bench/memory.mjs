// node bench/memory.mjs [--minutes=5]: the memory that api and worker hold some minutes after the start, with one linked connection.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startDatabase, startMessenger } from "./lib/cluster.mjs";
import { PASSWORD } from "./lib/people.mjs";
import { built } from "./lib/place.mjs";
import { residentBytes, startProduct } from "./lib/product.mjs";
import { signIn } from "./lib/sessions.mjs";

const LIMIT_MB = 250;
const LINK_LIMIT_MS = 60_000;
const email = "admin@balcao.local";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "5" } } });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-memory-"));
fs.chmodSync(folder, 0o755);
fs.mkdirSync(path.join(folder, "data"), { mode: 0o711 });
const { startWuzapi } = await built("packages/simulators", "wuzapi");
const adminToken = randomBytes(24).toString("base64url");
const stops = [];
try {
  const gateway = await startWuzapi({ adminToken });
  stops.push(() => gateway.close());
  const database = await startDatabase(folder);
  stops.push(() => database.stop());
  const messenger = await startMessenger(folder);
  stops.push(() => messenger?.stop());
  const product = await startProduct({
    folder,
    database,
    messenger,
    meow: { url: gateway.url, adminToken },
    admin: { ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD },
  });
  stops.push(() => product.stop());

  const headers = {
    Authorization: `Bearer ${await signIn(product.origin, email, PASSWORD)}`,
    "Content-Type": "application/json",
  };
  const call = async (method, at, body) =>
    (await fetch(`${product.origin}/api${at}`, { method, headers, body: body && JSON.stringify(body) })).json();
  const { id } = await call("POST", "/whatsapp", { name: "Loja", api: "meow", queueIds: [] });
  const deadline = Date.now() + LINK_LIMIT_MS;
  for (let status = ""; status !== "CONNECTED"; { status } = await call("GET", `/whatsapp/${id}`)) {
    if (Date.now() > deadline) throw new Error("the connection was not linked within a minute");
    const account = gateway.control.state().users[0];
    if (account) await Promise.resolve(gateway.control.scan({ token: account.token })).catch(() => {});
    await sleep(500);
  }
  await sleep(Number(values.minutes) * 60_000);
  const megabytes = (pid) => residentBytes(pid) / 2 ** 20;
  const [api, worker] = [megabytes(product.api.pid), megabytes(product.worker.pid)];
  console.log(
    `${values.minutes} minutes after the start: api ${api.toFixed(0)} MB + worker ${worker.toFixed(0)} MB = ${(api + worker).toFixed(0)} MB; at most ${LIMIT_MB} MB`,
  );
} finally {
  for (const stop of stops.reverse()) await stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
