import { createBackoff } from "./backoff";

describe("the waits before a new connection", () => {
  it("grow with each failure; a server that ends sets one of them", () => {
    const backoff = createBackoff(() => undefined);
    const planned = (): number => {
      const before = Date.now();
      return Math.round((backoff.plan() - before) / 100) * 100;
    };
    expect([planned(), planned()]).toEqual([1_000, 2_000]);
    backoff.next(600);
    expect([planned(), planned()]).toEqual([600, 5_000]);
    backoff.cancel();
  });
});
