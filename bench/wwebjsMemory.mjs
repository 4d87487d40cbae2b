// node bench/wwebjsMemory.mjs [--seconds=30]: the memory of one idle session of API 1 (a Chromium with its page; the page is a stand-in, the real
// WhatsApp Web needs more), and the time from a start to the connection.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { built } from "./lib/place.mjs";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "30" } } });
const { startWwebPage } = await built("packages/simulators", "wwebPage");
const { createWwebjsConnector } = await built("packages/gateways", "wwebjs");

/** Memory of a process and its descendants in MB (proportional set size: shared pages are divided among their users). */
function megabytes(root) {
  const parents = new Map();
  for (const name of fs.readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const [, parent] = /\nPPid:\t(\d+)/.exec(fs.readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isOurs = (pid) => pid === root || (parents.has(pid) && isOurs(parents.get(pid)));
  const sizes = [...parents.keys()].filter(isOurs).map((pid) => {
    try {
      return Number(/\nPss:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return { processes: sizes.length, total: sizes.reduce((sum, size) => sum + size, 0) / 1024 };
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-wwebjs-"));
const page = await startWwebPage();
const connector = createWwebjsConnector({
  chromiumArgs: page.browserArgs,
  sessionsMax: 1,
  savedPage: { folder: page.folder, version: page.version },
  fetchPublic: () => Promise.reject(new Error("no pictures here")),
});
const host = {
  report: async () => {},
  remember: async () => {},
  accept: async () => {},
  keys: { read: async () => new Map(), write: async () => {}, clear: async () => {} },
  temporaryPath: async () => path.join(folder, "file"),
  lastingFolder: async () => path.join(folder, "session"),
  log: (level, text, facts) => console.error(level, text, facts),
};
const session = connector.open({ id: 1, name: "Loja", api: "wwebjs", account: {}, webhookUrl: "" }, host);
const isNow = async (status) => {
  while ((await session.status()).status !== status) await sleep(50);
};
try {
  await session.start();
  await isNow("qrcode");
  page.network.link();
  await isNow("CONNECTED");
  await session.stop();
  const begun = performance.now();
  await session.start();
  await isNow("CONNECTED");
  const seconds = (performance.now() - begun) / 1000;
  await sleep(Number(values.seconds) * 1000);
  const lock = fs.readlinkSync(path.join(folder, "session", "session", "SingletonLock"));
  const { processes, total } = megabytes(Number(lock.slice(lock.lastIndexOf("-") + 1)));
  console.log(
    `one idle session of API 1: ${total.toFixed(0)} MB in ${processes} processes; ${seconds.toFixed(1)} s from the start to connected`,
  );
} finally {
  await session.stop();
  await page.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
