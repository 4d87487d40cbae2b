// node bench/baileys.mjs [--sessions=50] [--minutes=1] [--check]: the memory of idle baileys sessions, and their reconnection after a kill.
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { describeAlone } from "./lib/ownDatabase.mjs";
import { built } from "./lib/place.mjs";

const MEMORY_GOAL_MB = 25;
const RETURN_GOAL_MS = 60_000;
/** The limit of simultaneous logins after a kill. */
const STORM = 10;
const MB = 1024 * 1024;

const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "50" },
    minutes: { type: "string", default: "1" },
    check: { type: "boolean", default: false },
  },
});
const count = Number(values.sessions);
await describeAlone();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-baileys-"));
const { startRelay } = await built("packages/simulators", "relay");
const relay = await startRelay();

function open() {
  const child = fork(new URL("./lib/baileysSessions.mjs", import.meta.url), {
    execArgv: ["--expose-gc"],
    env: { ...process.env, RELAY_URL: relay.url, ROOT_KEY: relay.rootKey.toString("hex"), COUNT: String(count), FOLDER: folder },
  });
  const up = new Set();
  const waiting = [];
  child.on("message", (event) => {
    if (event.kind === "status") {
      if (event.qrcode !== null) relay.control.scan(event.qrcode, `55119700${String(event.index).padStart(5, "0")}`);
      if (event.status === "CONNECTED") up.add(event.index);
      else up.delete(event.index);
    }
    for (const each of [...waiting]) if (each.fits(event)) each.resolve(event);
  });
  const next = (fits) => new Promise((resolve) => waiting.push({ fits, resolve }));
  return { child, next, allUp: () => next(() => up.size === count) };
}

try {
  const first = open();
  const allLinked = first.allUp();
  const { bytes: before } = await first.next(({ kind }) => kind === "loaded");
  await allLinked;
  await sleep(Number(values.minutes) * 60_000);
  const measured = first.next(({ kind }) => kind === "memory");
  first.child.send("measure");
  const { bytes: after } = await measured;
  const perSession = (after - before) / MB / count;

  const seen = relay.control.logins();
  const loginsBefore = seen.at.length;
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  seen.most = 0;
  const startedAt = performance.now();
  const second = open();
  await second.allUp();
  const returnMs = performance.now() - startedAt;
  second.child.kill("SIGKILL");
  await once(second.child, "exit");

  const logins = seen.at.length - loginsBefore;
  console.log(
    `${count} idle sessions: ${perSession.toFixed(1)} MB each (goal ${MEMORY_GOAL_MB}); the process with its library: ${(before / MB).toFixed(0)} MB`,
  );
  console.log(
    `all back ${(returnMs / 1000).toFixed(1)} s after a kill (goal ${RETURN_GOAL_MS / 1000}); ${logins} logins, at most ${seen.most} at a time`,
  );
  const isGood = perSession <= MEMORY_GOAL_MB && returnMs <= RETURN_GOAL_MS && seen.most <= STORM && logins <= count * 1.2;
  if (values.check && !isGood) process.exitCode = 1;
} finally {
  await relay.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
