import { laneCount } from "./jestPart.mjs";

const GIGABYTE = 1024 ** 3;

it("runs three test files at once for each processor, fewer where the memory is small, and eight at most", () => {
  expect([laneCount(2, 24 * GIGABYTE), laneCount(2, 7 * GIGABYTE), laneCount(1, GIGABYTE), laneCount(16, 64 * GIGABYTE)]).toEqual([
    6, 4, 2, 8,
  ]);
});
