import { greetingOf, isWriting } from "./promptRules";

describe("the question for notifications", () => {
  it.each([
    ["00:00", "morning"],
    ["11:59", "morning"],
    ["12:00", "afternoon"],
    ["17:59", "afternoon"],
    ["18:00", "evening"],
    ["23:59", "evening"],
  ])("greets at %s for the %s [NOTIF-002]", (clock, greeting) => expect(greetingOf(clock)).toBe(greeting));

  it("does not appear above what somebody writes", () => {
    const field = (value: string) => ({ value }) as unknown as Element;
    expect([isWriting(field("Bom d")), isWriting(field("")), isWriting({} as Element), isWriting(null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
