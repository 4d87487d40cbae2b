import { readdir, readFile } from "node:fs/promises";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import bcrypt from "bcryptjs";
import { patience } from "@balcao/testing/patience";
import { createPasswordHasher, type PasswordHasher } from "./index.js";

const hashers: PasswordHasher[] = [];
function hasherOf(cost: number): PasswordHasher {
  const hasher = createPasswordHasher({ cost });
  hashers.push(hasher);
  return hasher;
}
afterEach(() => Promise.all(hashers.splice(0).map((hasher) => hasher.close())));

/** Nice values of this process' threads, by thread id. */
async function niceValues(): Promise<number[]> {
  const threads = await readdir("/proc/self/task");
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/self/task/${thread}/stat`, "utf8").catch(() => "")));
  return stats.map((stat) => Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]));
}

describe("createPasswordHasher", () => {
  it("makes salted bcrypt hashes that match only their password", async () => {
    const hasher = hasherOf(4);
    const hash = await hasher.hash("Senha@123");
    expect(hash).toMatch(/^\$2[aby]\$04\$/);
    expect(await bcrypt.compare("Senha@123", hash)).toBe(true);
    expect(await hasher.hash("Senha@123")).not.toBe(hash);
    expect(await hasher.verify("Senha@123", hash)).toBe(true);
    expect(await hasher.verify("senha@123", hash)).toBe(false);
    expect(await hasher.verify("", hash)).toBe(false);
  });

  it("distinguishes long passwords that differ only after the 72nd byte", async () => {
    const hasher = hasherOf(4);
    const long = "ç".repeat(40);
    const hash = await hasher.hash(`${long}A`);
    expect(await hasher.verify(`${long}A`, hash)).toBe(true);
    expect(await hasher.verify(`${long}B`, hash)).toBe(false);
    const exact = await hasher.hash("x".repeat(72));
    expect(await bcrypt.compare("x".repeat(72), exact)).toBe(true);
  });

  it("returns false for a value that is no hash", async () => {
    const hasher = hasherOf(4);
    for (const broken of ["", "plain", "$2b$04$short", `$2b$99$${"a".repeat(53)}`]) {
      expect(await hasher.verify("x", broken).catch(() => false)).toBe(false);
    }
    expect(await hasher.verify("x", await hasher.hash("x"))).toBe(true);
  });

  it("takes as long for an unknown account as for a wrong password [S-04]", async () => {
    const hasher = hasherOf(9);
    const hash = await hasher.hash("Senha@123");
    const time = async (work: () => Promise<unknown>) => {
      const begin = performance.now();
      await work();
      return performance.now() - begin;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    const ratio = () => Math.min(...unknown) / Math.min(...known);
    // A busy machine slows some rounds, so the shortest of many rounds is compared.
    for (let round = 0; round < 7 || (round < 70 && !(ratio() > 0.6 && ratio() < 1.6)); round += 1) {
      known.push(await time(() => hasher.verify("wrong", hash)));
      unknown.push(await time(() => hasher.verifyDummy("wrong")));
    }
    expect(ratio()).toBeGreaterThan(0.6);
    expect(ratio()).toBeLessThan(1.6);
    expect(await hasher.verifyDummy("Senha@123")).toBe(false);
  });

  it("runs many jobs in two threads and leaves the main thread free", async () => {
    const hasher = hasherOf(10);
    const threadsBefore = (await readdir("/proc/self/task").catch(() => [])).length;
    let longestGap = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longestGap = Math.max(longestGap, performance.now() - last);
      last = performance.now();
    }, 5);
    const hashes = await Promise.all(Array.from({ length: 8 }, (_, index) => hasher.hash(`Senha@${index}`)));
    clearInterval(beat);
    expect(new Set(hashes).size).toBe(8);
    expect(longestGap).toBeLessThan(patience(500));
    if (os.platform() === "linux") {
      expect((await readdir("/proc/self/task")).length - threadsBefore).toBeLessThanOrEqual(2);
      const nice = await niceValues();
      expect(nice.filter((value) => value === 10)).toHaveLength(2);
    }
  });

  it("ends threads that have nothing to do, and starts new ones for the next job", async () => {
    const lowered = async () => (await niceValues().catch(() => [])).filter((value) => value === 10).length;
    const hasher = createPasswordHasher({ cost: 4, idleMs: 10 });
    hashers.push(hasher);
    const hash = await hasher.hash("Senha@123");
    for (const deadline = Date.now() + patience(10_000); (await lowered()) > 0 && Date.now() < deadline;) await sleep(10);
    expect(await lowered()).toBe(0);
    expect(await Promise.all([hasher.verify("Senha@123", hash), hasher.verify("senha@123", hash)])).toEqual([true, false]);
  });

  it("fails running, waiting and later jobs when closed", async () => {
    const hasher = createPasswordHasher({ cost: 12 });
    const outcomes = Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash("x")));
    await hasher.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
    await expect(hasher.hash("x")).rejects.toThrow("closed");
  });

  it("allows a cost below 12 only in tests", () => {
    const before = process.env["NODE_ENV"];
    process.env["NODE_ENV"] = "production";
    try {
      expect(() => createPasswordHasher({ cost: 11 })).toThrow(RangeError);
      expect(() => createPasswordHasher({ cost: 40 })).toThrow(RangeError);
      hashers.push(createPasswordHasher());
    } finally {
      process.env["NODE_ENV"] = before;
    }
  });
});
