import { createManualClock } from "@balcao/platform/clock";
import { createTokenBucket } from "./tokenBucket.js";

describe("the rate limit of a connection", () => {
  it("allows a burst, then what refills, and never more than the burst", () => {
    const clock = createManualClock(0);
    const bucket = createTokenBucket({ perSecond: 2, burst: 5 }, clock);
    expect(bucket.available()).toBe(5);
    bucket.take(5);
    expect(bucket.available()).toBe(0);
    clock.advance(1_500);
    expect(bucket.available()).toBe(3);
    clock.advance(60_000);
    expect(bucket.available()).toBe(5);
  });
});
