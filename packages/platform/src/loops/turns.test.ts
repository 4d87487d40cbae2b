import { inTurns } from "./index.js";

function* work(milliseconds: number): Generator<undefined, number> {
  const until = performance.now() + milliseconds;
  let steps = 0;
  for (; performance.now() < until; steps += 1) yield;
  return steps;
}

describe("long work in turns", () => {
  it("lets others go on while it lasts, and gives its result", async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    try {
      expect(await inTurns(work(200))).toBeGreaterThan(0);
      expect(others).toBeGreaterThan(2);
    } finally {
      clearInterval(timer);
    }
  });

  it("ends with what a step throws", async () => {
    function* broken(): Generator<undefined, void> {
      yield;
      throw new Error("broken");
    }
    await expect(inTurns(broken())).rejects.toThrow("broken");
  });
});
