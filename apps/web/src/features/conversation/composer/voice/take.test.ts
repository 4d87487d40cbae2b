import { isTooShort, toPeaks, toVoiceProblem } from "./take";

describe("isTooShort", () => {
  it("is every recording of fewer than 10000 bytes [CONV-018]", () => {
    expect([0, 9_999, 10_000, 2_000_000].map((size) => isTooShort({ size }))).toEqual([true, true, false, false]);
  });
});

describe("toPeaks", () => {
  it("keeps the loudest level of each part of a recording", () => {
    expect(toPeaks([1, 9, 2, 3, 0, 7], 3)).toEqual([9, 3, 7]);
  });

  it("repeats the levels of a recording that is shorter than the parts", () => {
    expect(toPeaks([4, 8], 4)).toEqual([4, 4, 8, 8]);
    expect(toPeaks([], 2)).toEqual([0, 0]);
  });
});

describe("toVoiceProblem", () => {
  const named = (name: string) => new DOMException("", name);

  it("distinguishes what the person can do about it", () => {
    expect(toVoiceProblem(named("NotAllowedError"), true)).toBe("refused");
    expect(toVoiceProblem(named("NotFoundError"), true)).toBe("noMicrophone");
    expect(toVoiceProblem(named("NotReadableError"), true)).toBe("busy");
    expect(toVoiceProblem(new TypeError("?"), true)).toBe("failed");
    expect(toVoiceProblem(new TypeError("mediaDevices is undefined"), false)).toBe("insecure");
  });
});
