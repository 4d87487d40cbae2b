import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { systemClock } from "@balcao/platform/clock";
import { createSilentLogger } from "@balcao/platform/logger";
import { patience } from "@balcao/testing/patience";
import { startSharedTimers } from "./sharedTimers.js";

const EVERY_MS = 200;
const HOUR_MS = 3_600_000;
const NAMES = ["deleteExpired", "expireRuns"];
const INFRA = path.resolve(import.meta.dirname, "../../../../../scripts/infra");

interface Redis {
  readonly child: ChildProcess;
  readonly port: number;
  readonly password: string;
  readonly url: string;
}

/** The launcher's own functions, which have no types; they find or fetch the program. */
async function startRedis(dataDir: string, before?: Redis): Promise<Redis> {
  const load = (file: string) =>
    import(pathToFileURL(path.join(INFRA, file)).href) as Promise<Record<string, (options?: object) => unknown>>;
  const [redis, progress] = await Promise.all([load("redis.mjs"), load("progress.mjs")]);
  return (await redis["startRedis"]?.({ dataDir, durable: false, progress: progress["createProgress"]?.(), before })) as Redis;
}

async function kill({ child }: Redis): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience(20_000);
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("timers that workers share through Redis [F-05]", () => {
  let folder: string;
  let redis: Redis;
  let runs: string[];
  let timers: ReturnType<typeof startSharedTimers> | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "balcao-timers-"));
    redis = await startRedis(folder);
    runs = [];
  });
  afterEach(async () => {
    // A queue closes in order only while Redis answers.
    redis.child.kill("SIGCONT");
    await timers?.close();
    timers = undefined;
    await kill(redis);
    await rm(folder, { recursive: true, force: true });
  });

  const start = (lateMs = 100): void => {
    const work = (name: string) => () => Promise.resolve(void runs.push(name));
    timers = startSharedTimers({
      redisUrl: redis.url,
      timers: NAMES.map((name) => ({ name, everyMs: EVERY_MS, work: work(name) })),
      // Bull has no clock but this one.
      clock: { now: () => new Date(Date.now()), monotonic: systemClock.monotonic },
      logger: createSilentLogger(),
      lookMs: 20,
      lateMs,
    });
  };
  const ask = async (command: string): Promise<string> => {
    const socket = net.connect(redis.port, "127.0.0.1", () => socket.write(`AUTH ${redis.password}\r\n${command}\r\nQUIT\r\n`));
    let answer = "";
    socket.on("data", (chunk) => (answer += String(chunk)));
    await once(socket, "close");
    return answer;
  };
  const areSet = async (): Promise<boolean> => (await ask("ZCARD bull:balcao-timers:repeat")).includes(`:${NAMES.length}\r\n`);
  const allRunAgain = async (): Promise<void> => {
    runs = [];
    await until(() => NAMES.every((name) => runs.filter((run) => run === name).length >= 2));
  };

  it("run on Redis alone while it works", async () => {
    // A look that finds nothing late runs nothing.
    start(60_000);
    await until(areSet);
    await allRunAgain();
  });

  it("go on and are set again after Redis was emptied", async () => {
    start();
    await until(areSet);
    expect(await ask("FLUSHALL")).toContain("+OK");
    await until(areSet);
    await allRunAgain();
  });

  it("go on while Redis is away, and are set again when it is back", async () => {
    start();
    await until(areSet);
    await kill(redis);
    await allRunAgain();
    redis = await startRedis(folder, redis);
    await until(areSet);
    await allRunAgain();
  });

  it("go on after the clock of the machine was set back by an hour [B-07]", async () => {
    const right = Date.now;
    Date.now = () => right() + HOUR_MS;
    try {
      start(60_000);
      await until(areSet);
      await allRunAgain();
    } finally {
      Date.now = right;
    }
    await allRunAgain();
  });

  it("go on while Redis hangs", async () => {
    start();
    await until(areSet);
    redis.child.kill("SIGSTOP");
    await allRunAgain();
  });
});
