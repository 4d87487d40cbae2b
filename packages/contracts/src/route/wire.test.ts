import { flag, id, idList, idOrNone, integer, object, reference, text } from "./wire.js";

const read = <T>(schema: { validateSync: (value: unknown, options: object) => T }, value: unknown): T =>
  schema.validateSync(value, { stripUnknown: true, abortEarly: false });
const refuses = (schema: { isValidSync: (value: unknown) => boolean }, value: unknown): boolean => !schema.isValidSync(value);

describe("fields of the wire", () => {
  it.each([
    [true, true],
    ["true", true],
    ["enabled", true],
    [1, true],
    ["1", true],
    [false, false],
    ["false", false],
    ["disabled", false],
    [0, false],
  ])("reads %p as the boolean %p", (spelling, meant) => {
    expect(read(flag(), spelling)).toBe(meant);
  });

  it("refuses other words for a boolean", () => {
    expect(refuses(flag(), "perhaps")).toBe(true);
  });

  it.each([
    [
      [1, 2],
      [1, 2],
    ],
    [
      ["1", "2"],
      [1, 2],
    ],
    ["[1,2]", [1, 2]],
    ["1,2", [1, 2]],
    ["7", [7]],
    ["", []],
    ["[]", []],
  ])("reads the id list %p as %p [API-009]", (spelling, meant) => {
    expect(read(idList(), spelling)).toEqual(meant);
  });

  it.each(["1;2", "[1", [{}], "a,b", [-1], [1.5]])("refuses %p as a list of ids", (value) => {
    expect(refuses(idList(), value)).toBe(true);
  });

  it.each([0, -1, 1.5, 2 ** 31, "x", {}, [1, 2]])("refuses %p as an id", (value) => {
    expect(refuses(id(), value)).toBe(true);
  });

  it("tells no id from the id none", () => {
    expect(read(idOrNone(), null)).toBeNull();
    expect(read(idOrNone(), "0")).toBeNull();
    expect(read(idOrNone(), undefined)).toBeUndefined();
    expect(read(idOrNone(), "12")).toBe(12);
  });

  it("takes text as text and nothing else", () => {
    expect(read(text(10), "olá")).toBe("olá");
    expect(refuses(text(10), 12)).toBe(true);
    expect(refuses(text(10), { a: 1 })).toBe(true);
    expect(refuses(text(3), "four")).toBe(true);
  });

  it("keeps whole numbers within their bounds", () => {
    expect(read(integer(1, 100), "40")).toBe(40);
    expect(refuses(integer(1, 100), 101)).toBe(true);
    expect(refuses(integer(1, 100), "4e9")).toBe(true);
  });

  it("reads a reference given as an id or as an object with one [API-021]", () => {
    expect(read(reference(), { id: "5", body: "x" })).toBe(5);
    expect(read(reference(), 5)).toBe(5);
  });

  it("drops fields that nobody knows", () => {
    expect(read(object({ name: text(10) }), { name: "a", isAdmin: true })).toEqual({ name: "a" });
  });
});
