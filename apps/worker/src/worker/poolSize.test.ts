import { lanesAtOnce, workerPoolSize } from "./poolSize.js";

it("drains one lane per core and one more at once, between three and nine", () => {
  expect([1, 2, 3, 4, 8, 64].map(lanesAtOnce)).toEqual([3, 3, 4, 5, 9, 9]);
});

it("takes 7 to 13 connections, as the documentation says", () => {
  expect([1, 2, 4, 8, 64].map(workerPoolSize)).toEqual([7, 7, 9, 13, 13]);
});
