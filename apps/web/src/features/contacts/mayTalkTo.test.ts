import { mayTalkTo } from "./mayTalkTo";

describe("beginning a conversation with a contact", () => {
  it("is offered for people on every connection, and for groups where a connection has groups", () => {
    const person = { isGroup: false };
    const group = { isGroup: true };
    expect(mayTalkTo(person, [{ api: "cloud_api" }])).toBe(true);
    expect(mayTalkTo(group, [{ api: "cloud_api" }])).toBe(false);
    expect(mayTalkTo(group, [{ api: "cloud_api" }, { api: "meow" }])).toBe(true);
    expect(mayTalkTo(group, [])).toBe(false);
  });
});
