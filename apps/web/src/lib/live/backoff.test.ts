import { createBackoff } from "./backoff";

describe("the waits before a new connection", () => {
  it.each([
    ["shortest", () => 0, [750, 2_000, 2_000]],
    ["longest", () => 1 - Number.EPSILON, [1_500, 4_000, 4_000]],
  ])("stay below four seconds however long the server is away, and differ between browsers: the %s [D-259]", (_, random, expected) => {
    const backoff = createBackoff(
      () => undefined,
      random,
      () => 0,
    );
    const planned = (): number => Math.round(backoff.plan());
    expect([planned(), planned(), planned()]).toEqual(expected);
    backoff.next(600);
    expect([planned(), planned()]).toEqual([600, expected[1]]);
    backoff.reset();
    expect(planned()).toBe(expected[0]);
    backoff.cancel();
  });
});
