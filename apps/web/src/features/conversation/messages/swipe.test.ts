import { maySwipeFrom, toSwipe } from "./swipe";

describe("the swipe that answers a message", () => {
  it.each([
    ["waits until the finger has moved", 6, 6, "undecided"],
    ["leaves a scroll to the browser", 6, 20, "other"],
    ["leaves a slanting scroll to the browser", 20, 14, "other"],
    ["leaves a move to the left to the browser", -30, 0, "other"],
    ["pulls the message to the right", 30, 8, { px: 30, answers: false }],
    ["answers from so far on", 56, 0, { px: 56, answers: true }],
    ["holds the message there", 200, 0, { px: 72, answers: true }],
  ] as const)("%s", (_title, right, down, swipe) => expect(toSwipe(right, down, false)).toEqual(swipe));

  it("goes on where the finger strays, and is given up when it goes back", () => {
    expect(toSwipe(60, 80, true)).toEqual({ px: 60, answers: true });
    expect(toSwipe(-5, 0, true)).toEqual({ px: 0, answers: false });
  });

  it("does not begin at the edge, where the browser goes back", () => {
    expect([maySwipeFrom(10), maySwipeFrom(24)]).toEqual([false, true]);
  });
});
