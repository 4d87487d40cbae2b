import { tmpdir } from "node:os";
import { createManualClock } from "../clock/index.js";
import { createLogger } from "../logger/index.js";
import { createVolumeGuard, readVolume, type VolumeUse } from "./index.js";

const GB = 1024 ** 3;

function guardOf(use: () => Promise<VolumeUse>) {
  const logged: string[] = [];
  const clock = createManualClock("2026-11-22T12:00:00Z");
  const logger = createLogger({ name: "test", level: "info", destination: { write: (line) => void logged.push(line) } });
  return { guard: createVolumeGuard({ folder: "/data", clock, logger, read: use }), clock, logged };
}

describe("the guard of a volume", () => {
  it.each([
    [100, 10, false],
    [100, 9.9, true],
    [4, 0.41, false],
    [4, 0.39, true],
    [1_000, 10, false],
    [1_000, 9.9, true],
    [4, 0, true],
  ])("of %d GB with %d GB free is low: %p [P-9]", async (total, free, isLow) => {
    const { guard } = guardOf(async () => ({ totalBytes: total * GB, freeBytes: free * GB }));
    expect(await guard.isLow()).toBe(isLow);
  });

  it("reads the volume again after five seconds, and logs each change once [P-9]", async () => {
    let freeBytes = 1;
    const { guard, clock, logged } = guardOf(async () => ({ totalBytes: GB, freeBytes }));
    expect(await guard.isLow()).toBe(true);
    freeBytes = GB;
    expect(await guard.isLow()).toBe(true);
    clock.advance(5_000);
    expect([await guard.isLow(), await guard.isLow()]).toEqual([false, false]);
    expect(logged.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(["error", "info"]);
  });

  it("treats a volume that cannot be read as not low", async () => {
    const { guard } = guardOf(() => Promise.reject(new Error("EIO")));
    expect(await guard.isLow()).toBe(false);
  });

  it("reads a real volume", async () => {
    const { totalBytes, freeBytes } = await readVolume(tmpdir());
    expect(totalBytes).toBeGreaterThan(0);
    expect(freeBytes).toBeLessThanOrEqual(totalBytes);
  });
});
