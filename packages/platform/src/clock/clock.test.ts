import { createManualClock, systemClock } from "./index.js";

describe("clocks", () => {
  it("moves a manual clock only by `advance`, wall and monotonic time together", () => {
    const clock = createManualClock("2025-03-01T12:00:00Z");
    const first = clock.now();
    expect(clock.monotonic()).toBe(0);
    clock.advance(1_500);
    expect(clock.now().toISOString()).toBe("2025-03-01T12:00:01.500Z");
    expect(clock.monotonic()).toBe(1_500);
    expect(first.toISOString()).toBe("2025-03-01T12:00:00.000Z");
  });

  it("refuses to run backwards or to start at an invalid date", () => {
    expect(() => createManualClock(0).advance(-1)).toThrow(RangeError);
    expect(() => createManualClock(0).advance(Number.NaN)).toThrow(RangeError);
    expect(() => createManualClock("yesterday")).toThrow(RangeError);
  });

  it("reads the machine's time", () => {
    expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1_000);
    const before = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
  });
});
