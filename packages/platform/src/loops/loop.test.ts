import { patience } from "@balcao/testing/patience";
import { createLogger, createSilentLogger } from "../logger/index.js";
import { createLoop, type Loop } from "./index.js";
import { backOffAfter } from "./loop.js";

const logger = createSilentLogger();
const never = 60_000;

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + patience(5_000);
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** A task that a test finishes step by step. */
function createGate() {
  const waiting: ((answer: boolean) => void)[] = [];
  let calls = 0;
  return {
    work: () => {
      calls += 1;
      return new Promise<boolean>((resolve) => waiting.push(resolve));
    },
    calls: () => calls,
    release: (answer: boolean) => waiting.shift()?.(answer),
  };
}

describe("createLoop", () => {
  it("drains until no work is left, then rests until it is woken", async () => {
    let rows = 5;
    let calls = 0;
    const loop = createLoop({ name: "t", idleMs: never, logger, work: async () => ((calls += 1), rows > 0 ? rows-- : 0) });
    loop.start();
    await until(() => calls === 6);
    rows = 2;
    loop.wake();
    await until(() => calls === 9);
    expect(rows).toBe(0);
    await loop.stop();
  });

  it("drains once more when a wake comes while it drains, and never overlaps", async () => {
    const gate = createGate();
    const loop = createLoop({ name: "t", idleMs: never, logger, work: gate.work });
    loop.start();
    await until(() => gate.calls() === 1);
    loop.wake();
    loop.wake();
    expect(gate.calls()).toBe(1);
    gate.release(false);
    await until(() => gate.calls() === 2);
    gate.release(false);
    loop.wake();
    await until(() => gate.calls() === 3);
    gate.release(false);
    await loop.stop();
    expect(gate.calls()).toBe(3);
  });

  it("runs again after the idle time without any wake", async () => {
    let calls = 0;
    const loop = createLoop({ name: "t", idleMs: 3, logger, work: async () => ((calls += 1), false) });
    loop.start();
    await until(() => calls >= 4);
    await loop.stop();
  });

  it("looks less and less often while it finds nothing", async () => {
    let calls = 0;
    const loop = createLoop({ name: "t", idleMs: 4, longestIdleMs: 64, logger, work: async () => ((calls += 1), false) });
    const begin = performance.now();
    loop.start();
    await until(() => calls === 7);
    // 4, 8, 16, 32, 64 and 64 ms; a timer may be a millisecond early.
    expect(performance.now() - begin).toBeGreaterThan(180);
    await loop.stop();
  });

  it("looks as often as at first again after work or a wake", async () => {
    let calls = 0;
    // Without that, the thirteenth pause would be a minute.
    const options = { name: "t", idleMs: () => 1, longestIdleMs: never, logger };
    const finding = createLoop({ ...options, work: async () => ((calls += 1), calls % 4 === 0) });
    finding.start();
    await until(() => calls >= 40);
    await finding.stop();
    calls = 0;
    const woken: Loop = createLoop({
      ...options,
      work: async () => {
        calls += 1;
        if (calls % 4 === 0) woken.wake();
        return false;
      },
    });
    woken.start();
    await until(() => calls >= 40);
    await woken.stop();
  });

  it("logs one line of all loops while a store is away, and one when it answers again", async () => {
    const lines: { level: string; msg: string; failures?: number; seconds?: number }[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
    const loud = createLogger({ name: "t", level: "info", destination });
    let calls = 0;
    const work = async () => {
      calls += 1;
      if (calls <= 5) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      return false;
    };
    const loops = ["one", "two"].map((name) => createLoop({ name, idleMs: never, logger: loud, work }));
    for (const loop of loops) loop.start();
    await until(() => calls >= 7);
    for (const loop of loops) await loop.stop();
    expect(lines[1]).toMatchObject({ failures: 5, seconds: expect.any(Number) as number });
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ["error", "a pass of the loop failed; it will try again"],
      ["info", "the store answers again"],
    ]);
  });

  it("logs an error, pauses longer each time even when woken, and continues", async () => {
    const lines: string[] = [];
    const loud = createLogger({ name: "t", level: "error", destination: { write: (line) => void lines.push(line) } });
    let calls = 0;
    const loop = createLoop({
      name: "flaky",
      idleMs: never,
      logger: loud,
      work: async () => {
        calls += 1;
        if (calls <= 2) throw new Error("database is away");
        return false;
      },
    });
    const begin = Date.now();
    loop.start();
    await until(() => calls === 1);
    loop.wake();
    await until(() => calls === 3);
    expect(Date.now() - begin).toBeGreaterThanOrEqual(740);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { loop: "flaky", backOffMs: 250 },
      { failures: 2, backOffMs: 500, err: { message: "database is away" } },
    ]);
    await loop.stop();
  });

  it("works again within four seconds of a store's return, however long the store was away [P-8]", () => {
    expect([1, 2, 3, 4, 5, 6, 50].map(backOffAfter)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it("stops when the running batch has ended, even with more to do", async () => {
    const gate = createGate();
    const loop = createLoop({ name: "t", idleMs: never, logger, work: gate.work });
    loop.start();
    await until(() => gate.calls() === 1);
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStopped).toBe(false);
    gate.release(true);
    await stopped;
    loop.wake();
    loop.start();
    expect(gate.calls()).toBe(1);
  });

  it("ends an idle or backing-off pause at once when stopped or aborted", async () => {
    const abort = new AbortController();
    let calls = 0;
    const idle = createLoop({ name: "t", idleMs: never, logger, signal: abort.signal, work: async () => ((calls += 1), false) });
    idle.start();
    const failing = createLoop({ name: "t", idleMs: never, logger, work: () => Promise.reject(new Error("x")) });
    failing.start();
    await until(() => calls === 1);
    abort.abort();
    idle.wake();
    await Promise.all([idle.stop(), failing.stop()]);
    expect(calls).toBe(1);
    await createLoop({ name: "t", idleMs: 1, logger, work: async () => false }).stop();
  });
});
