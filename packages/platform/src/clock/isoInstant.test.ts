import { isoInstant } from "./index.js";

describe("isoInstant", () => {
  it.each([0, 1, -1, 86_399_999, 86_400_000, -62_167_219_200_000, -62_167_219_200_001, 253_402_300_799_999, 253_402_300_800_000, 8.64e15])(
    "returns what toISOString returns for %i",
    (ms) => expect(isoInstant(new Date(ms))).toBe(new Date(ms).toISOString()),
  );

  it("returns it for every kind of instant, and more days than it remembers", () => {
    for (let n = 0; n < 20_000; n += 1) {
      const at = new Date(n * 2_147_483_647 - 2_000_000_000_000);
      if (isoInstant(at) !== at.toISOString()) throw new Error(at.toISOString());
    }
  });

  it("refuses what is no instant, as toISOString does", () => expect(() => isoInstant(new Date(NaN))).toThrow(RangeError));
});
