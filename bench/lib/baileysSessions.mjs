// A process with many baileys sessions, opened as in a worker. bench/baileys.mjs starts it and receives its events.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { built } from "./place.mjs";

const { RELAY_URL, ROOT_KEY, COUNT, FOLDER } = process.env;
const { createBaileysConnector } = await built("packages/gateways", "baileys");
const { trustRelay } = await built("packages/simulators", "relay");
trustRelay(Buffer.from(ROOT_KEY, "hex"));
const { createGuardedFetch } = await built("packages/platform", "http");
const connector = createBaileysConnector({ url: RELAY_URL, fetchPublic: createGuardedFetch() });

/** Keys in a file of changes, so that the next process finds them after a kill. They are read from the file each time, as from a database. */
function openKeys(index) {
  const file = path.join(FOLDER, `${index}.jsonl`);
  const readAll = () => {
    const found = new Map();
    if (!fs.existsSync(file)) return found;
    for (const line of fs.readFileSync(file, "utf8").split("\n").filter(Boolean)) {
      for (const { type, id, value } of JSON.parse(line)) {
        if (value === null) found.delete(`${type} ${id}`);
        else found.set(`${type} ${id}`, value);
      }
    }
    return found;
  };
  return {
    read: async (type, ids) => {
      const all = readAll();
      return new Map(ids.filter((id) => all.has(`${type} ${id}`)).map((id) => [id, all.get(`${type} ${id}`)]));
    },
    write: async (changes) => fs.appendFileSync(file, `${JSON.stringify(changes)}\n`),
    clear: async () => fs.rmSync(file, { force: true }),
  };
}

function openSession(index) {
  let last = null;
  const session = connector.open(
    { id: index, name: `bench ${index}`, api: "baileys", account: {}, webhookUrl: "" },
    {
      report: async (report) => {
        if (report.status !== last || report.qrcode !== null)
          process.send({ kind: "status", index, status: report.status, qrcode: report.qrcode });
        last = report.status;
      },
      remember: async () => undefined,
      accept: async () => undefined,
      keys: openKeys(index),
      temporaryPath: async () => path.join(FOLDER, `${index}.tmp`),
      lastingFolder: async () => FOLDER,
      log: () => undefined,
    },
  );
  return { session, isUp: () => last === "CONNECTED" };
}

async function keep({ session, isUp }) {
  for (let pauseMs = 2_000; !isUp(); pauseMs = Math.min(pauseMs * 2, 60_000)) {
    await session.start().catch(() => sleep(pauseMs));
    await sleep(200);
  }
}

process.on("message", (order) => {
  if (order !== "measure") return;
  globalThis.gc?.();
  setTimeout(() => process.send({ kind: "memory", bytes: process.memoryUsage().rss }), 500);
});
// The library is loaded once for all sessions.
await import(
  path.join(path.dirname(new URL(import.meta.url).pathname), "../../packages/gateways/node_modules/@whiskeysockets/baileys/lib/index.js")
);
globalThis.gc?.();
await sleep(500);
process.send({ kind: "loaded", bytes: process.memoryUsage().rss });
const sessions = Array.from({ length: Number(COUNT) }, (_, index) => openSession(index));
await Promise.all(sessions.map(keep));
