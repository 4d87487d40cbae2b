import { loadavg, availableParallelism } from "node:os";
import { measureSlowness, patience, slowness } from "./index.js";

describe("the patience of tests", () => {
  it("never shortens a limit, and lengthens it with the load", () => {
    const load = (loadavg()[0] ?? 0) / availableParallelism();
    expect(slowness()).toBeGreaterThanOrEqual(Math.min(20, Math.max(1, load)));
    expect(patience(1_000)).toBeGreaterThanOrEqual(1_000);
    expect(patience(1_000)).toBeLessThanOrEqual(20_000);
  });

  it("measures the speed of this machine", () => {
    expect(measureSlowness()).toBeGreaterThan(0);
  });
});
