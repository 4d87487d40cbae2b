import { dayAtTop } from "./dayAtTop";

const ROW_PX = 100;
const instants = ["2026-11-19T15:00:00Z", "2026-11-19T16:00:00Z", "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z"] as const;
const rows = instants.map((createdAt, at) => ({ message: { createdAt }, day: at % 2 === 0 ? createdAt : null }));
const feed = {
  findItemIndex: (offset: number) => Math.floor(offset / ROW_PX),
  getItemOffset: (index: number) => index * ROW_PX,
  scrollSize: rows.length * ROW_PX,
  viewportSize: 20,
};

describe("the day that is shown while messages scroll", () => {
  it.each([
    ["at the top, where the mark is in its place", 0, null],
    ["while the mark scrolls out", 6, instants[0]],
    ["within a day", 150, instants[1]],
    ["where the next day's mark has come to its place", 200, null],
    ["behind it", 210, instants[2]],
    ["near the end, which the list follows", 301, null],
  ])("%s", (_place, offset, day) => expect(dayAtTop(rows, feed, offset)).toBe(day));

  it("is none without messages", () => expect(dayAtTop([], { ...feed, scrollSize: 500 }, 100)).toBeNull());
});
