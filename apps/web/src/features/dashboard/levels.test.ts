import { levelOf, toScore } from "./levels";

describe("the level of an average", () => {
  it.each([
    [0, "veryBad"],
    [0.99, "veryBad"],
    [1, "bad"],
    [1.99, "bad"],
    [2, "medium"],
    [3, "good"],
    [3.99, "good"],
    [4, "great"],
    [5, "great"],
  ])("of %d is %s [DASH-025, DASH-026, D-108]", (average, level) => {
    expect(levelOf(average)).toBe(level);
  });

  it("has a score with one decimal [DASH-025, D-108]", () => {
    expect([toScore(4.449, "pt-BR"), toScore(5, "en"), toScore(1, "es")]).toEqual(["4,4", "5.0", "1,0"]);
  });
});
