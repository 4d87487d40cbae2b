import { HOOK_TRIES_MS, isHookEvent, nextTry, restAfter } from "./index.js";

const START = new Date("2026-03-02T12:00:00Z");

it("tries for a day with growing pauses, and then gives up [D-604]", () => {
  const times: number[] = [];
  let now = START;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextTry({ attempts, firstAt: START, now });
    if (next === null) break;
    times.push(next.getTime() - now.getTime());
    now = next;
  }
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBe(5_000);
  expect(now.getTime() - START.getTime()).toBeGreaterThan(HOOK_TRIES_MS - 5 * 3_600_000);
  expect(now.getTime() - START.getTime()).toBeLessThanOrEqual(HOOK_TRIES_MS);
  expect(times.length).toBeGreaterThan(8);
});

it("leaves a receiver alone that fails in a row, at most for minutes [D-604]", () => {
  const rests = Array.from({ length: 40 }, (_, failures) => restAfter(failures));
  expect(rests.slice(0, 4)).toEqual([0, 0, 0, 0]);
  expect(rests).toEqual([...rests].sort((a, b) => a - b));
  expect(rests.at(-1)).toBe(300_000);
});

it.each(["", "message", "message.created ", "toString", "__proto__"])("has no event %j", (text) => {
  expect(isHookEvent(text)).toBe(false);
});
