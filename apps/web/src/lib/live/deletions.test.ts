import { isDeleted, noteDeletion } from "./deletions";

describe("the rows that somebody deleted", () => {
  it("are known by the event's name and id, until the row is there again", () => {
    noteDeletion("tag", { action: "update", tag: { id: 7 }, tagId: 7 });
    noteDeletion("contact", { action: "reload" });
    expect(isDeleted("tag", 7)).toBe(false);
    noteDeletion("tag", { action: "delete", tagId: 7 });
    expect([isDeleted("tag", 7), isDeleted("tag", 8), isDeleted("queue", 7)]).toEqual([true, false, false]);
    noteDeletion("tag", { action: "create", tag: { id: 7 }, tagId: 7 });
    expect(isDeleted("tag", 7)).toBe(false);
  });
});
