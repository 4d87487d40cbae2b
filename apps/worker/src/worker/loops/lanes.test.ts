import { lanesAtOnce } from "./lanes.js";

it("drains one lane per core and one more at once, between three and nine", () => {
  expect([1, 2, 3, 4, 8, 64].map(lanesAtOnce)).toEqual([3, 3, 4, 5, 9, 9]);
});
