import { once } from "node:events";
import net from "node:net";
import { patience } from "@balcao/testing/patience";
import { createManualClock, systemClock } from "../clock/index.js";
import { createLogger, createSilentLogger } from "../logger/index.js";
import { createRedis, createWaker, readRedisFacts, redisSentence, type RedisLink } from "./index.js";
import { freePort, redisBinary, startRedis, stopRedis } from "./redisServer.fixture.js";

const logger = createSilentLogger();

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + patience(10_000);
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A fake Redis link: records what is published, and delivers messages of other processes. */
function createRecordingLink() {
  const published: string[] = [];
  let deliver: (message: string) => void = () => undefined;
  let gap: () => void = () => undefined;
  const link: RedisLink = {
    status: () => "up",
    isEvicting: () => false,
    publish: (_channel, message) => Promise.resolve(published.push(message) > 0),
    subscribe: (_channel, onMessage, onGap) => {
      deliver = onMessage;
      gap = onGap;
    },
    addCounts: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
  return { link, published, deliver: (message: string) => deliver(message), gap: () => gap() };
}

describe("a waker without Redis", () => {
  const waker = () => createWaker({ redis: createRedis(undefined, logger), clock: systemClock, logger });

  it("wakes its own process at once, each topic for itself, until the listener is removed", () => {
    const { signal, listen } = waker();
    const wakes: string[] = [];
    const stop = listen("lanes", () => wakes.push("lanes"));
    listen("outbox", () => wakes.push("outbox"));
    signal("lanes");
    signal("outbox");
    signal("media");
    expect(wakes).toEqual(["lanes", "outbox"]);
    stop();
    stop();
    signal("lanes");
    expect(wakes).toEqual(["lanes", "outbox"]);
  });

  it("wakes the other listeners when one fails", () => {
    const { signal, listen } = waker();
    let calls = 0;
    listen("live", () => {
      throw new Error("x");
    });
    listen("live", () => (calls += 1));
    expect(() => signal("live")).not.toThrow();
    expect(calls).toBe(1);
  });

  it("reports that Redis is off", async () => {
    const redis = createRedis(undefined, logger);
    expect(redis.status()).toBe("off");
    expect(await redis.publish("c", "m")).toBe(false);
    await redis.close();
  });
});

describe("a waker", () => {
  it("sends the first signal at once and a burst as one message", async () => {
    const { link, published } = createRecordingLink();
    const clock = createManualClock(0);
    const { signal } = createWaker({ redis: link, clock });
    signal("lanes");
    expect(published).toHaveLength(1);
    for (let index = 0; index < 1_000; index += 1) signal(index % 2 === 0 ? "lanes" : "live");
    expect(published).toHaveLength(1);
    await until(() => published.length === 2);
    expect(published[1]?.split("\n").slice(1)).toEqual(["lanes", "live"]);
    clock.advance(10);
    signal("media");
    expect(published).toHaveLength(3);
  });

  it("wakes on messages of others, ignores its own echo, and wakes everyone after a gap", () => {
    const { link, published, deliver, gap } = createRecordingLink();
    const { signal, listen } = createWaker({ redis: link, clock: createManualClock(0) });
    let calls = 0;
    const missed: boolean[] = [];
    listen("lanes", (isMissed) => {
      calls += 1;
      missed.push(isMissed);
    });
    deliver("someone\nlive\nlanes");
    expect(calls).toBe(1);
    signal("lanes");
    expect(calls).toBe(2);
    deliver(published[0] ?? "");
    expect(calls).toBe(2);
    gap();
    expect(calls).toBe(3);
    deliver("");
    expect(calls).toBe(3);
    expect(missed).toEqual([false, false, true]);
  });
});

describe("Redis that is down", () => {
  it("answers at once, never throws, and logs once", async () => {
    const lines: string[] = [];
    const loud = createLogger({ name: "t", level: "info", destination: { write: (line) => void lines.push(line) } });
    let tries = 0;
    const hangsUp = net.createServer((socket) => {
      tries += 1;
      socket.destroy();
    });
    const port = await freePort();
    await once(hangsUp.listen(port, "127.0.0.1"), "listening");
    const redis = createRedis(`redis://127.0.0.1:${port}`, loud);
    await until(() => tries === 1);
    const triesBefore = tries;
    expect(await redis.publish("c", "m")).toBe(false);
    // It did not wait for another try.
    expect(tries).toBe(triesBefore);
    expect(redis.status()).toBe("down");
    hangsUp.close();
    await until(() => lines.length > 0);
    await redis.close();
    expect(lines).toHaveLength(1);
  });
});

describe("a Redis whose name cannot be found [B-08]", () => {
  it("is logged with what to do", async () => {
    const lines: string[] = [];
    const loud = createLogger({ name: "t", level: "info", destination: { write: (line) => void lines.push(line) } });
    // No resolver is asked for a name with an empty part.
    const redis = createRedis("redis://nowhere..invalid:6379", loud);
    await until(() => lines.length > 0);
    await redis.close();
    expect(lines[0]).toContain("The name of the server at REDIS_URL cannot be found");
  });
});

describe("a Redis that refuses us [B-10]", () => {
  let refusing: net.Server;
  let port: number;
  let answer: string;
  let sockets: net.Socket[];
  beforeEach(async () => {
    sockets = [];
    refusing = net.createServer((socket) => {
      sockets.push(socket.on("error", () => undefined));
      // One answer for each command, which begins with the number of its words.
      socket.on("data", (data) => [...String(data).matchAll(/^\*\d+\r$/gm)].forEach(() => socket.write(answer)));
    });
    port = await freePort();
    await once(refusing.listen(port, "127.0.0.1"), "listening");
  });
  afterEach(async () => {
    sockets.forEach((socket) => socket.destroy());
    refusing.close();
    await once(refusing, "close");
  });

  it.each([
    ["-WRONGPASS invalid username-password pair or user is disabled.\r\n", ":secret@"],
    ["-NOAUTH Authentication required.\r\n", ""],
  ])("with %j is logged with what to do, and never with the password", async (said, credentials) => {
    answer = said;
    const lines: string[] = [];
    const loud = createLogger({ name: "t", level: "info", destination: { write: (line) => void lines.push(line) } });
    const redis = createRedis(`redis://${credentials}127.0.0.1:${port}`, loud);
    await until(() => lines.length > 0);
    await redis.close();
    expect(lines[0]).toContain("REDIS_URL has a wrong user or password.");
    expect(lines[0]).not.toContain("secret");
  });

  it("says why when it is asked once, and so does one that does not listen or never answers", async () => {
    const reasonOf = (url: string) =>
      readRedisFacts(url).then(
        () => "",
        (error: unknown) => error,
      );
    answer = "-NOAUTH Authentication required.\r\n";
    expect(redisSentence(await reasonOf(`redis://127.0.0.1:${port}`))).toBe("REDIS_URL has a wrong user or password.");
    answer = "";
    expect(await reasonOf(`redis://127.0.0.1:${port}`)).toMatchObject({ message: "Command timed out" });
    expect(await reasonOf("redis://127.0.0.1:1")).toMatchObject({ code: "ECONNREFUSED" });
    expect(redisSentence(await reasonOf("redis://nowhere..invalid"))).toContain("cannot be found");
  });
});

/** These tests need the program itself, because they stop and start it. */
if (redisBinary !== undefined) {
  const binary = redisBinary;
  describe("a Redis with a limit of memory", () => {
    it.each([
      ["allkeys-lru", true],
      ["noeviction", false],
    ])("and the policy %s: it is said at the connection that it deletes keys: %s [B-10]", async (policy, isSaid) => {
      const port = await freePort();
      const server = await startRedis(binary, port, ["--maxmemory", "100mb", "--maxmemory-policy", policy]);
      const lines: string[] = [];
      const loud = createLogger({ name: "t", level: "info", destination: { write: (line) => void lines.push(line) } });
      const redis = createRedis(`redis://127.0.0.1:${port}`, loud);
      try {
        await until(() => redis.status() === "up");
        // Answers come in order, so what was asked at the connection is known when a later command has its answer.
        await redis.publish("c", "m");
        expect(redis.isEvicting()).toBe(isSaid);
        expect(lines.filter((line) => line.includes("set maxmemory-policy noeviction"))).toHaveLength(isSaid ? 1 : 0);
      } finally {
        await redis.close();
        await stopRedis(server);
      }
    });
  });

  describe("two processes' wakers on a real Redis", () => {
    it("wake each other, work alone while Redis is down, and catch up when it is back", async () => {
      const port = await freePort();
      let server = await startRedis(binary, port);
      const links = [createRedis(`redis://127.0.0.1:${port}`, logger), createRedis(`redis://127.0.0.1:${port}`, logger)] as const;
      const [here, there] = [createWaker({ redis: links[0], clock: systemClock }), createWaker({ redis: links[1], clock: systemClock })];
      try {
        let calls = 0;
        there.listen("outbox", () => (calls += 1));
        await until(() => calls === 1 && links[0].status() === "up");
        here.signal("outbox");
        await until(() => calls === 2);

        await stopRedis(server);
        await until(() => links[0].status() === "down" && links[1].status() === "down");
        here.signal("outbox");
        there.signal("outbox");
        expect(calls).toBe(3);

        server = await startRedis(binary, port);
        await until(() => calls === 4 && links[0].status() === "up");
        here.signal("outbox");
        await until(() => calls === 5);
      } finally {
        await Promise.all(links.map((link) => link.close()));
        await stopRedis(server);
      }
    });
  });
}
