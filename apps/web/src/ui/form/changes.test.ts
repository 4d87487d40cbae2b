import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { toChanges } from "./changes";
import { toListFields, toOrderedListFields } from "./listChange";

const FEATURES = path.join(import.meta.dirname, "../../features");

describe("what a form sends of an item that exists", () => {
  const opened = { name: "Ana", active: true, queueIds: [1, 2] };

  it("is only what the person changed, so that what somebody else changed meanwhile stays [D-163]", () => {
    expect(toChanges(opened, { name: "Ana Lima", active: true, queueIds: [1, 2] })).toEqual({ name: "Ana Lima" });
    expect(toChanges(opened, { name: "Ana", active: false, queueIds: [2] })).toEqual({ active: false, queueIds: [2] });
    expect(toChanges(opened, { ...opened })).toEqual({});
  });

  it("is of a list what was added and what was removed, and nothing where its order alone differs [D-281]", () => {
    expect(toListFields("tagIds", [1, 2], [2, 3])).toEqual({ addedTagIds: [3], removedTagIds: [1] });
    expect(toListFields("tagIds", [1, 2], [1, 2, 3])).toEqual({ addedTagIds: [3] });
    expect(toListFields("tagIds", [1, 2], [2, 1])).toEqual({});
    expect(toListFields("tagIds", [1, 2], undefined)).toEqual({});
  });

  it("is of a list whose order counts the whole list where those who stay are in another order, and the list that was seen [D-281]", () => {
    expect(toOrderedListFields("userIds", [1, 2], [1, 3])).toEqual({ addedUserIds: [3], removedUserIds: [2] });
    expect(toOrderedListFields("userIds", [1, 2], [2, 1])).toEqual({ userIds: [2, 1], expectedUserIds: [1, 2] });
    expect(toOrderedListFields("userIds", [1, 2], undefined)).toEqual({});
  });

  it("goes through useItemForm or useChangeForm, which know the changes, in every dialog [D-163]", () => {
    const forms = readdirSync(FEATURES, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    const changes = (source: string) => /call\(\s*"\w+",\s*"change"|\bchangeUser\(/.test(source);
    const sources = forms
      .map((file) => ({ file, source: readFileSync(path.join(FEATURES, file), "utf8") }))
      .filter(({ source }) => changes(source));
    const using = (hook: RegExp) => sources.filter(({ source }) => hook.test(source)).map(({ file }) => file);
    expect(using(/\buse(?:FormDialog|SchemaForm)\b/)).toEqual([]);
    expect(using(/\buse(?:Item|Change)Form\b/).length).toBeGreaterThanOrEqual(9);
  });
});
