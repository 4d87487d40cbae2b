import { RecentMap } from "./index.js";

it("forgets what was set the longest ago, and counts setting again as setting", () => {
  const map = new RecentMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3);
  expect([...map]).toEqual([
    ["b", 2],
    ["a", 3],
  ]);
  map.set("c", 4);
  expect([...map.keys()]).toEqual(["a", "c"]);
  map.delete("a");
  expect([...map.set("d", 5).keys()]).toEqual(["c", "d"]);
});
