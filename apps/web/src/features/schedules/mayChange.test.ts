import { mayChange } from "./mayChange";

const once = { recurrence: "once", RValue: "0", status: null, enviados: 0 } as const;
const daily = { ...once, recurrence: "every_day", RValue: "" } as const;

describe("the form of a schedule", () => {
  it("is offered until the moment of a single one has come, its recipients listed or not [D-188]", () => {
    expect(mayChange(once)).toBe(true);
    expect(mayChange({ ...once, status: "freezing" })).toBe(false);
    expect(mayChange({ ...once, RValue: "1", status: "running" })).toBe(false);
    expect(mayChange({ ...once, RValue: "1", status: "done", enviados: 2 })).toBe(false);
  });

  it("is offered for a repeated one except while its run goes out [D-188]", () => {
    expect(mayChange(daily)).toBe(true);
    expect(mayChange({ ...daily, status: "freezing" })).toBe(true);
    expect(mayChange({ ...daily, status: "running" })).toBe(true);
    expect(mayChange({ ...daily, status: "running", enviados: 1 })).toBe(false);
    expect(mayChange({ ...daily, status: "done", enviados: 2 })).toBe(true);
  });
});
