import { createTestHost } from "../conformance/testHost.js";
import { GatewayError } from "../port/index.js";
import { insist, oneAtATime } from "./persistence.js";
import { quietSignal } from "./quietSignal.js";
import { SentStore } from "./sentStore.js";

const unsettled = Symbol("unsettled");
const settled = (promise: Promise<unknown>, ms: number): Promise<unknown> =>
  Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(unsettled), ms))]);

describe("insist", () => {
  const reasons: string[] = [];
  const socket = { alive: () => reasons.length === 0, abandon: (why: string) => void reasons.push(why) };
  beforeEach(() => reasons.splice(0));

  it("repeats the work until the database answers", async () => {
    let tries = 0;
    const work = async (): Promise<string> => {
      tries += 1;
      if (tries < 3) throw new Error("away");
      return "done";
    };
    expect(await insist(socket, 5_000, work)).toBe("done");
  });

  it("ends the socket and never settles when the database stays down or another process has the session", async () => {
    expect(
      await settled(
        insist(socket, 150, () => Promise.reject(new Error("away"))),
        600,
      ),
    ).toBe(unsettled);
    expect(reasons).toHaveLength(1);
    reasons.splice(0);
    expect(
      await settled(
        insist(socket, 5_000, () => Promise.reject(new GatewayError("notConnected", "lost"))),
        50,
      ),
    ).toBe(unsettled);
    expect(reasons).toHaveLength(1);
  });

  it("waits no longer for the database when the clock of the machine is set back meanwhile [B-07]", async () => {
    const right = Date.now;
    const work = (): Promise<never> => {
      Date.now = () => right() - 3_600_000;
      return Promise.reject(new Error("away"));
    };
    try {
      expect(await settled(insist(socket, 150, work), 600)).toBe(unsettled);
    } finally {
      Date.now = right;
    }
    expect(reasons).toEqual(["the database did not answer in time"]);
  });
});

describe("oneAtATime", () => {
  it("keeps the order, also after a failure", async () => {
    const alone = oneAtATime();
    const seen: number[] = [];
    const slow = alone(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      seen.push(1);
      throw new Error("no");
    });
    const fast = alone(async () => void seen.push(2));
    await expect(slow).rejects.toThrow("no");
    await fast;
    expect(seen).toEqual([1, 2]);
  });
});

describe("SentStore", () => {
  it("finds sent messages, also in another process, and deletes old ones", async () => {
    const host = await createTestHost();
    const open = (): SentStore => new SentStore(host.keys, host.keys.write);
    const store = open();
    for (let number = 0; number < 5_401; number += 1) await store.add(`ID${number}`, Buffer.from([number % 256]));
    expect(await store.find("ID5400")).toEqual(Buffer.from([5_400 % 256]));
    expect(await store.find("ID0")).toBeNull();
    expect(await open().find("ID5000")).toEqual(Buffer.from([5_000 % 256]));
    expect([...host.stored.keys()].filter((key) => key.startsWith("sent ")).length).toBeLessThanOrEqual(5_200);
    await open().add("LAST", Buffer.from("x"));
    expect(await open().find("LAST")).toEqual(Buffer.from("x"));
    await host.remove();
  });
});

describe("quietSignal", () => {
  it("prints what others log, and nothing of libsignal's sessions", () => {
    const printed: unknown[][] = [];
    const print = (...words: unknown[]): void => void printed.push(words);
    const printer = { info: print, warn: print, error: print };
    quietSignal(printer);
    quietSignal(printer);
    printer.info("Closing session:", { _chains: {}, currentRatchet: { rootKey: "secret" } });
    printer.warn("Session already closed", {});
    printer.info("anything", { currentRatchet: {} });
    printer.error("Session error:Error: Bad MAC", "stack");
    printer.info("ready", { port: 1 });
    expect(printed).toEqual([["ready", { port: 1 }]]);
  });
});
