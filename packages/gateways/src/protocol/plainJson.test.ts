import { dateAt, flagAt, idAt, listAt, numberAt, objectAt, objectsAt, textAt, valueAt } from "./plainJson.js";

describe("the reader of unchecked JSON", () => {
  it("finds own fields whatever their case, the exact spelling first", () => {
    expect(textAt({ URL: "a" }, "url")).toBe("a");
    expect(textAt({ URL: "a", url: "b" }, "url")).toBe("b");
    expect(valueAt({}, "constructor")).toBeUndefined();
    expect(valueAt(null, "x")).toBeUndefined();
  });

  it("gives empty values for what is absent or of another type", () => {
    const odd = { text: {}, list: "x", flag: "true", object: [], number: "1x" };
    expect([textAt(odd, "text"), numberAt(odd, "number"), objectAt(odd, "object"), flagAt(odd, "flag")]).toEqual(["", null, null, false]);
    expect([listAt(odd, "list"), objectsAt({ all: [1, null, { a: 1 }] }, "all")]).toEqual([[], [{ a: 1 }]]);
  });

  it("reads numbers as text and text as numbers, and refuses an id that is too long to be one", () => {
    expect([textAt({ id: 7 }, "id"), numberAt({ n: " 7 " }, "n")]).toEqual(["7", 7]);
    expect([idAt({ id: "x".repeat(200) }, "id").length, idAt({ id: "x".repeat(201) }, "id")]).toEqual([200, ""]);
  });

  it.each([
    [1_767_348_000, "2026-01-02T10:00:00.000Z"],
    ["1767348000", "2026-01-02T10:00:00.000Z"],
    ["2026-01-02T10:00:00Z", "2026-01-02T10:00:00.000Z"],
    [253_402_300_799, "9999-12-31T23:59:59.000Z"],
  ])("reads the instant %j", (value, iso) => {
    expect(dateAt({ at: value }, "at")?.toISOString()).toBe(iso);
  });

  it.each([0, -5, 253_402_300_800, 8e18, "+010000-01-01T00:00:00Z", "soon", "", null, {}, Number.NaN])(
    "reads %j as no instant",
    (value) => {
      expect(dateAt({ at: value }, "at")).toBeNull();
    },
  );
});
