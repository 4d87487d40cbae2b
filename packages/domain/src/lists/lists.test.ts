import { applyDifference, differenceOf } from "./index.js";

describe("a change of a list", () => {
  it("is what was added and what was removed [D-281]", () => {
    expect(differenceOf([1, 2], [2, 3])).toEqual({ added: [3], removed: [1] });
    expect(differenceOf([1, 2], [2, 1, 2])).toEqual({ added: [], removed: [] });
  });

  it("keeps the order of what stays, and what others added meanwhile [D-281]", () => {
    expect(applyDifference([5, 4, 1], { added: [2, 4], removed: [5, 9] })).toEqual([4, 1, 2]);
  });
});
