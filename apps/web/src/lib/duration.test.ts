import { toDuration } from "./duration";

describe("toDuration", () => {
  it.each([
    [0, "0 s"],
    [-5, "0 s"],
    [4_900, "4 s"],
    [60_000, "1 min"],
    [125_000, "2 min 5 s"],
    [7_500_000, "2 h 5 min"],
    [90_000_000, "1 dia 1 h"],
  ])("says %i ms as %s", (ms, words) => {
    expect(toDuration(ms, "pt-BR").replaceAll("\u00A0", " ")).toBe(words);
  });
});
