import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "@balcao/testing/patience";
import { isAnswering } from "../infra/ports.mjs";
import { startPostgres } from "../infra/postgres.mjs";
import { createProgress } from "../infra/progress.mjs";
import { startRedis } from "../infra/redis.mjs";
import { describeFailure } from "../infra/refusal.mjs";
import { startChild } from "./children.mjs";
import { keepStore } from "./keptStore.mjs";
import { createRestarts } from "./restarts.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
let folder;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-restart-"));
  fs.chmodSync(folder, 0o711);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

async function until(condition) {
  for (const deadline = Date.now() + patience(25_000); !(await condition()); await sleep(10)) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
  }
}

/** A process of the product whose n-th run executes the n-th text; the last text is for all further runs. */
function runningChild(...texts) {
  const entry = path.join(folder, "main.mjs");
  const runs = path.join(folder, "runs");
  fs.writeFileSync(runs, "");
  fs.writeFileSync(
    entry,
    `import fs from "node:fs";
fs.appendFileSync(${JSON.stringify(runs)}, "x");
const texts = ${JSON.stringify(texts)};
const text = texts[Math.min(fs.readFileSync(${JSON.stringify(runs)}).length, texts.length) - 1];
process.on("disconnect", () => process.exit(0));
if (text === "ready, then ends") process.send({ ready: true }, () => process.exit(3));
else if (text === "ready") process.send({ ready: true });
else if (text === "refuses") process.send({ ready: false, error: "It is taken." }, () => process.exit(78));
else process.exit(4);
setInterval(() => {}, 1000);
`,
  );
  const stopper = new AbortController();
  const child = { lines: [], failures: [], runs: () => fs.readFileSync(runs).length };
  const options = { name: "worker", entry, env: process.env, logFile: path.join(folder, "worker.log"), signal: stopper.signal };
  const started = startChild({
    ...options,
    say: (line) => child.lines.push(line),
    onForked: () => {},
    onGivenUp: (error) => child.failures.push(error),
  });
  return Object.assign(child, started);
}

describe("a process of the product", () => {
  it("that ends during its restart is started once more, and the product continues", async () => {
    const child = runningChild("ready, then ends", "ends", "refuses", "ready");
    await child.ready;
    await until(() => child.runs() === 4);
    expect(child.failures).toEqual([]);
    expect(child.lines).toEqual([
      "The worker ended (exit code 3) and is started again.",
      "The worker ended before it was ready (exit code 4). It is started again.",
      "It is taken. It is started again.",
    ]);
    await child.stop(true);
  });

  it("that does not start is refused with its own sentence", async () => {
    const child = runningChild("refuses");
    await expect(child.ready).rejects.toThrow("It is taken.");
    expect([child.runs(), child.failures]).toEqual([1, []]);
    await child.stop(true);
  });
});

describe("restarts", () => {
  it("pause longer each time, end after five within a minute, and are counted anew after it", () => {
    let now = 0;
    const restarts = createRestarts({ now: () => now });
    expect(Array.from({ length: 6 }, () => restarts.next())).toEqual([250, 500, 1_000, 2_000, 4_000, null]);
    expect(restarts.recent()).toBe(6);
    now = 61_000;
    expect(restarts.next()).toBe(250);
  });
});

describe("a store of npm start", () => {
  const keep = async (name, open) => {
    const stopper = new AbortController();
    const [lines, failures] = [[], []];
    const logFile = path.join(folder, "logs", `${name.toLowerCase()}.log`);
    const options = { name, open, logFile, say: (line) => lines.push(line), onGivenUp: (error) => failures.push(error) };
    return { ...(await keepStore({ ...options, signal: stopper.signal })), lines, failures };
  };
  const isUp = (port) => isAnswering(port, "127.0.0.1", 200);

  it.each([
    ["PostgreSQL", (before) => startPostgres({ root: ROOT, dataDir: folder, durable: false, before })],
    ["Redis", (before) => startRedis({ dataDir: folder, progress: createProgress({ out: { write() {} } }), before })],
  ])(
    "%s that is killed is started again at the same address",
    async (name, open) => {
      const store = await keep(name, open);
      store.child.kill("SIGKILL");
      await store.exited;
      await until(() => isUp(store.port));
      expect(store.lines).toEqual([`${name} ended and is started again.`]);
      await store.stop();
      expect(await isUp(store.port)).toBe(false);
      expect(store.failures).toEqual([]);
    },
    60_000,
  );

  it("that ends repeatedly is given up with a sentence, without a stack", async () => {
    let opened = 0;
    const store = await keep("Redis", async () => {
      opened += 1;
      if (opened > 1) throw new Error("It cannot start.");
      return { exited: Promise.resolve(), stop: async () => {} };
    });
    await until(() => store.failures.length > 0);
    expect(describeFailure(store.failures[0])).toMatch(
      /^Redis ended 6 times within a minute\.\n\n {2}\| It cannot start\.\n\nIts log says why: .*redis\.log$/,
    );
    expect(opened).toBe(6);
    await store.stop();
  });
});
