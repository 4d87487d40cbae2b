import type { Clock } from "@balcao/platform/clock";
import { createStartCursors } from "./startCursors.js";

describe("the cursors of pages that load", () => {
  it("are older than any answer, and the newest of those [D-460]", () => {
    let now = 0;
    const clock = { monotonic: () => now } as Clock;
    const starts = createStartCursors(clock);
    const at = (ms: number) => {
      now = ms;
      starts.note(`at ${String(ms)}`);
      return starts.early();
    };
    expect([0, 500, 1_000, 5_999].map(at)).toEqual([null, null, null, null]);
    expect([6_000, 6_900, 7_000, 11_998, 12_000].map(at)).toEqual(["at 0", "at 0", "at 1000", "at 1000", "at 5999"]);
    now = 60_000;
    expect(starts.early()).toBe("at 11998");
  });
});
