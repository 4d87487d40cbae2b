import { conflictOf, draftAfter } from "./draft";

describe("what a person types for a setting", () => {
  it("conflicts when another value was stored since the person began, and then keeps both [SET-002, D-224]", () => {
    const draft = draftAfter(draftAfter(null, "08:3", "08:00"), "08:30", "08:00");
    expect(draft).toEqual({ text: "08:30", base: "08:00" });
    expect(conflictOf(draft, "08:00")).toBeNull();
    expect(conflictOf(draft, "09:00")).toBe("08:30");
    expect(conflictOf(draftAfter(draft, " 08:45 ", "09:00"), "09:00")).toBe("08:45");
  });

  it("conflicts with nothing when both want the same, or when nothing was typed", () => {
    expect(conflictOf(draftAfter(null, "09:00", "08:00"), "09:00")).toBeNull();
    expect(conflictOf(draftAfter(null, "08:00", "08:00"), "09:00")).toBeNull();
  });
});
