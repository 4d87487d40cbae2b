import { patience } from "@balcao/testing/patience";
import { createManualClock } from "../clock/index.js";
import { createSilentLogger } from "../logger/index.js";
import { createRedis, createSharedRates } from "./index.js";
import { freePort, redisBinary, startRedis, stopRedis } from "./redisServer.fixture.js";

const logger = createSilentLogger();
const START = "2026-11-22T12:00:30Z";

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience(10_000);
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("a rate without Redis", () => {
  const scene = () => {
    const clock = createManualClock(START);
    const rates = createSharedRates({ redis: createRedis(undefined, logger), clock });
    return {
      clock,
      take: (key: string) => rates.take(key, 5),
      takeMany: (key: string) => Array.from({ length: 7 }, () => rates.take(key, 5) === null),
    };
  };

  it("allows the limit per minute and key, and returns when to try again [S-65]", () => {
    const { clock, take, takeMany } = scene();
    expect(takeMany("a")).toEqual([true, true, true, true, true, false, false]);
    expect(take("b")).toBeNull();
    const waitMs = take("a") ?? 0;
    clock.advance(waitMs - 1);
    expect(take("a")).not.toBeNull();
    clock.advance(60_000);
    expect(take("a")).toBeNull();
  });

  it("does not allow twice the limit around the start of a minute", () => {
    const { clock, take, takeMany } = scene();
    clock.advance(29_900);
    takeMany("a");
    clock.advance(200);
    expect(take("a")).not.toBeNull();
    clock.advance(24_000);
    expect([take("a"), take("a"), take("a")].map((wait) => wait === null)).toEqual([true, true, false]);
  });

  it("removes keys that are no longer used", () => {
    const { clock, take, takeMany } = scene();
    takeMany("a");
    clock.advance(180_000);
    expect(take("a")).toBeNull();
  });
});

/** These tests need the program itself, because they stop it. */
if (redisBinary !== undefined) {
  const binary = redisBinary;
  describe("a rate of two processes on one Redis", () => {
    it("is counted together, and by each process alone while Redis is down [S-65, F-05]", async () => {
      const port = await freePort();
      const server = await startRedis(binary, port);
      const links = [createRedis(`redis://127.0.0.1:${port}`, logger), createRedis(`redis://127.0.0.1:${port}`, logger)] as const;
      const clock = createManualClock(START);
      const [here, there] = [createSharedRates({ redis: links[0], clock }), createSharedRates({ redis: links[1], clock })];
      try {
        await until(() => links.every((link) => link.status() === "up"));
        for (let call = 0; call < 60; call += 1) expect(here.take("session", 100)).toBeNull();
        for (let call = 0; call < 40; call += 1) expect(there.take("session", 100)).toBeNull();
        const minute = Math.floor(clock.now().getTime() / 60_000);
        const shared = async () => (await links[0].addCounts(minute, [{ key: "session", count: 0 }]))?.[0]?.present ?? 0;
        await until(async () => (await shared()) === 100);
        // Each process learns the other's latest calls only when it shares its own, so each makes
        // one more call.
        const more = [here.take("session", 100), there.take("session", 100)].filter((wait) => wait === null).length;
        await until(async () => (await shared()) === 100 + more);
        expect([here.take("session", 100), there.take("session", 100)]).toEqual([expect.any(Number), expect.any(Number)]);
        expect(here.take("other", 100)).toBeNull();

        await stopRedis(server);
        await until(() => links.every((link) => link.status() === "down"));
        const alone = Array.from({ length: 3 }, () => here.take("next", 2) === null);
        expect([alone, there.take("next", 2)]).toEqual([[true, true, false], null]);
      } finally {
        here.close();
        there.close();
        await Promise.all(links.map((link) => link.close()));
        await stopRedis(server);
      }
    });
  });
}
