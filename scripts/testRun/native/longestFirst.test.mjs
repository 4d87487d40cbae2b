import { longestFirst } from "./longestFirst.mjs";

const test = (path, duration) => ({ path, ...(duration !== undefined && { duration }) });

it("begins with the files that take long, and keeps Jest's order where it is one of durations", () => {
  const files = ["/b/large.test.ts", "/b/conformance/baileys.test.ts", "/b/small.test.ts", "/b/conformance/wwebjsFaults.test.ts"];
  expect(longestFirst(files.map((path) => test(path))).map(({ path }) => path)).toEqual([files[3], files[1], files[0], files[2]]);
  expect(longestFirst(files.map((path, at) => test(path, at))).map(({ path }) => path)).toEqual(files);
});
