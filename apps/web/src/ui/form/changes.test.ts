import { toChanges } from "./changes";

describe("what a form sends of an item that exists", () => {
  const opened = { name: "Ana", active: true, queueIds: [1, 2] };

  it("is only what the person changed, so that what somebody else changed meanwhile stays", () => {
    expect(toChanges(opened, { name: "Ana Lima", active: true, queueIds: [1, 2] })).toEqual({ name: "Ana Lima" });
    expect(toChanges(opened, { name: "Ana", active: false, queueIds: [2] })).toEqual({ active: false, queueIds: [2] });
    expect(toChanges(opened, { ...opened })).toEqual({});
  });
});
