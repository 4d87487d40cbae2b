import { NO_OWN_HOURS, type Interval } from "@balcao/domain/calendar";
import { problemOf, toTime, withCopies, withDay, withMode, withMore } from "./hoursDraft";

const MORNING: readonly Interval[] = [["08:00", "12:00"]];

describe("what is typed for opening hours", () => {
  it.each([
    ["9", "09:00"],
    ["930", "09:30"],
    ["9:30", "09:30"],
    ["09h30", "09:30"],
    ["14h", "14:00"],
    ["1830", "18:30"],
    ["", ""],
    ["noite", "noite"],
  ])("reads %s", (typed, time) => {
    expect(toTime(typed)).toBe(time);
  });

  it("keeps the intervals of a day when its mode is chosen again [D-380]", () => {
    expect([withMode(MORNING, "own"), withMode(MORNING, "closed"), withMode(MORNING, "inherited")]).toEqual([MORNING, [], null]);
    expect(withMode([], "own")).toEqual([["08:00", "18:00"]]);
  });

  it("offers one more interval after the last, as long as the day has room for it [D-380]", () => {
    expect(withMore(MORNING)).toEqual([...MORNING, ["13:00", "17:00"]]);
    expect(withMore([["08:00", "22:00"]])).toEqual([
      ["08:00", "22:00"],
      ["23:00", "23:59"],
    ]);
    const full: readonly (readonly Interval[])[] = [[["08:00", "23:00"]], [["22:00", "02:00"]]];
    for (const open of full) expect(withMore(open)).toBe(open);
  });

  it("copies a day to others, and names the day with a problem [D-380]", () => {
    const copied = withCopies(withDay(NO_OWN_HOURS, 1, MORNING), 1, [2, 6]);
    expect(copied.week).toEqual([null, MORNING, MORNING, null, null, null, MORNING]);
    expect(problemOf(copied)).toBeNull();
    expect(problemOf(withDay(copied, 3, [["08:00", ""]]))).toEqual({ rule: "time", at: 3 });
  });
});
