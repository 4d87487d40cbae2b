import { greetingOf, isPutOff } from "./promptRules";

describe("the question for notifications", () => {
  it.each([
    ["00:00", "morning"],
    ["11:59", "morning"],
    ["12:00", "afternoon"],
    ["17:59", "afternoon"],
    ["18:00", "evening"],
    ["23:59", "evening"],
  ])("greets at %s for the %s [NOTIF-002]", (clock, greeting) => expect(greetingOf(clock)).toBe(greeting));

  it("is put off for a week", () => {
    const day = 24 * 3_600_000;
    const now = Date.parse("2026-11-28T12:00:00Z");
    expect([isPutOff(String(now - 6 * day), now), isPutOff(String(now - 7 * day), now), isPutOff(null, now)]).toEqual([true, false, false]);
    expect(isPutOff("yes", now)).toBe(false);
  });
});
