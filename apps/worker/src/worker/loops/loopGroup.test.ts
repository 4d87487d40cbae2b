import { createSilentLogger } from "@balcao/platform/logger";
import { patience } from "@balcao/testing/patience";
import { createLoopGroup, type LoopGroup } from "./loopGroup.js";

const SIZE = 3;
/** No poll runs during a test. */
const NEVER_MS = 60_000;

let group: LoopGroup;
/** Ends each piece of work that was taken, in the order of taking. */
let ends: (() => void)[];
let waiting: number;
let looks: number;
let failing: boolean;

beforeEach(async () => {
  [ends, waiting, looks, failing] = [[], 0, 0, false];
  const work = async (): Promise<boolean> => {
    looks += 1;
    if (failing) throw new Error("no database");
    if (waiting === 0) return false;
    waiting -= 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    return true;
  };
  group = createLoopGroup({ name: "test", size: SIZE, work, idleMs: NEVER_MS, longestIdleMs: NEVER_MS, logger: createSilentLogger() });
  group.loops.forEach((loop) => loop.start());
  await until(() => looks === SIZE);
  looks = 0;
});
afterEach(async () => {
  waiting = 0;
  const stopped = Promise.all(group.loops.map((loop) => loop.stop()));
  ends.forEach((end) => end());
  await stopped;
});

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + patience(5_000); !condition(); await new Promise(setImmediate))
    if (Date.now() > deadline) throw new Error(`the condition was not met; ${looks} looks, ${ends.length} taken`);
}

it("looks twice for one piece of work: it finds it, and finds no other", async () => {
  waiting = 1;
  group.wake();
  await until(() => ends.length === 1);
  ends[0]?.();
  await until(() => looks === 2);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(looks).toBe(2);
});

it("takes work in an idle loop while another one is busy", async () => {
  waiting = 1;
  group.wake();
  await until(() => ends.length === 1);
  waiting = 1;
  group.wake();
  await until(() => ends.length === 2);
});

it("uses all loops when there is much work", async () => {
  waiting = 100;
  group.wake();
  let ended = 0;
  await until(() => {
    const taken = ends.length - ended;
    if (taken > 0 && taken < SIZE) ends[ended++]?.();
    return taken === SIZE;
  });
});

it("wakes another loop while one pauses after a failure", async () => {
  failing = true;
  group.wake();
  await until(() => looks === 1);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  failing = false;
  waiting = 1;
  group.wake();
  await until(() => ends.length === 1);
});
