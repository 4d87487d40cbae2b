import { ValidationError } from "yup";
import {
  activityCursor,
  contactCursor,
  day,
  exactText,
  fileIdList,
  flag,
  id,
  idList,
  idOrNone,
  integer,
  integerOrNone,
  list,
  maybeSettingValue,
  object,
  reference,
  settingValue,
  text,
  textOrFlag,
  wordList,
} from "./wire.js";

const read = <T>(schema: { validateSync: (value: unknown, options: object) => T }, value: unknown): T =>
  schema.validateSync(value, { stripUnknown: true, abortEarly: false });
const refuses = (schema: { isValidSync: (value: unknown) => boolean }, value: unknown): boolean => !schema.isValidSync(value);

const many = (value: unknown): unknown[] => Array<unknown>(50_000).fill(value);
/** What is said of a refused value: path and rule. */
function refusalsOf(schema: { validateSync: (value: unknown, options: object) => unknown }, value: unknown): string[] {
  try {
    schema.validateSync(value, { abortEarly: false });
    return [];
  } catch (error) {
    return error instanceof ValidationError ? error.inner.map(({ path, message }) => `${path}: ${message}`) : [String(error)];
  }
}

const FIELDS = {
  id: id(),
  idOrNone: idOrNone(),
  reference: reference(),
  integer: integer(1, 100),
  integerOrNone: integerOrNone(1, 100),
  flag: flag(),
  exactText: exactText(3),
  text: text(3),
  textOrFlag: textOrFlag(3),
  settingValue: settingValue(),
  maybeSettingValue: maybeSettingValue(),
  idList: idList(2),
  wordList: wordList(["7", "x"]),
  fileIdList: fileIdList(1),
  fileIdOrWordList: fileIdList(1, "x"),
  day: day(),
  activityCursor: activityCursor(),
  contactCursor: contactCursor(),
};
const VALUES = [undefined, null, "", " ", 0, "0", 7, " 7", 1.5, "x", true, [], [7], [0, "x"], { id: 7 }, "[7", "[7]", "x,x", "0~7~a"];

/** What becomes of a value: its JSON, `-` where it counts as absent, otherwise the rules that refuse it, of which yup's own have no name. */
function outcomeOf(field: (typeof FIELDS)[keyof typeof FIELDS], value: unknown): string {
  const refusals = refusalsOf(field, value).map((each) => each.replace(/^: (this [^]*)?/, "!"));
  return refusals.length === 0 ? (JSON.stringify(read<unknown>(field, value)) ?? "-") : refusals.join(" ");
}

describe("fields of the wire", () => {
  it("make of each value what is written here", () => {
    const outcomes = Object.entries(FIELDS).map(
      ([name, field]) => [name, VALUES.map((value) => outcomeOf(field, value)).join(" | ")] as const,
    );
    expect(Object.fromEntries(outcomes)).toEqual({
      id: `- | - | - | !id | !id | !id | 7 | 7 | !id | !id | !id | !id | !id | !id | !id | !id | !id | !id | !id`,
      idOrNone: `- | null | null | !id | null | null | 7 | 7 | !id | !id | !id | !id | !id | !id | !id | !id | !id | !id | !id`,
      reference: `- | - | - | !id | !id | !id | 7 | 7 | !id | !id | !id | !id | !id | !id | 7 | !id | !id | !id | !id`,
      integer: `- | - | - | !min | !min | !min | 7 | 7 | !number | !number | !number | !number | !number | !number | !number | !number | !number | !number | !number`,
      integerOrNone: `- | null | null | !min | !min | !min | 7 | 7 | !number | !number | !number | !number | !number | !number | !number | !number | !number | !number | !number`,
      flag: `- | - | - | !boolean | false | false | !boolean | !boolean | !boolean | !boolean | true | !boolean | !boolean | !boolean | !boolean | !boolean | !boolean | !boolean | !boolean`,
      exactText: `- | ! | "" | " " | !text | "0" | !text | " 7" | !text | "x" | !text !max | ! | ! | ! | ! | "[7" | "[7]" | "x,x" | !max`,
      text: `- | ! | "" | "" | !text | "0" | !text | "7" | !text | "x" | !text !max | ! | ! | ! | ! | "[7" | "[7]" | "x,x" | !max`,
      textOrFlag: `- | ! | "" | "" | !text | "0" | !text | "7" | !text | "x" | !max | ! | ! | ! | ! | "[7" | "[7]" | "x,x" | !max`,
      settingValue: `!required | ! | "" | "" | "0" | "0" | "7" | "7" | "1.5" | "x" | "true" | ! | ! | ! | ! | "[7" | "[7]" | "x,x" | "0~7~a"`,
      maybeSettingValue: `- | ! | "" | "" | "0" | "0" | "7" | "7" | "1.5" | "x" | "true" | ! | ! | ! | ! | "[7" | "[7]" | "x,x" | "0~7~a"`,
      idList: `- | - | [] | [] | [0] | [0] | [7] | [7] | [0]: id | [0]: id | !list | [] | [7] | [1]: id | !list | !list | [7] | [0]: id | [0]: id`,
      wordList: `- | null | [] | [] | [0]: oneOf | [0]: oneOf | ["7"] | ["7"] | [0]: oneOf | ["x"] | !list | [] | [0]: text | [0]: oneOf | !list | !list | ["7"] | ["x"] | [0]: oneOf`,
      fileIdList: `- | - | [] | [] | !list | [0]: id | !list | [0]: id | !list | [0]: id | !list | [] | [0]: id | [0]: id [1]: id !max | !list | [0]: id | [0]: id | [0]: id [1]: id !max | [0]: id`,
      fileIdOrWordList: `- | - | [] | [] | !list | [0]: id | !list | [0]: id | !list | ["x"] | !list | [] | [0]: id | [0]: id !max | !list | [0]: id | [0]: id | !max | [0]: id`,
      day: `- | ! | - | - | !text !date | !date | !text !date | !date | !text !date | !date | !text !date | ! | ! | ! | ! | !date | !date | !date | !date`,
      activityCursor: `- | ! | "" | "" | !text !cursor | !cursor | !text !cursor | !cursor | !text !cursor | !cursor | !text !cursor | ! | ! | ! | ! | !cursor | !cursor | !cursor | !cursor`,
      contactCursor: `- | ! | "" | !cursor | !text !cursor | !cursor | !text !cursor | !cursor | !text !cursor | !cursor | !text !cursor | ! | ! | ! | ! | !cursor | !cursor | !cursor | "0~7~a"`,
    });
  });

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

  it.each<[string, ReturnType<typeof refusalsOf>, readonly string[]]>([
    ["ids, of which many are wrong", refusalsOf(idList(3), [1, ...many(-1)]), ["[1]: id"]],
    ["ids in a text, of which many are wrong", refusalsOf(idList(3), JSON.stringify(many("x"))), ["[0]: id"]],
    ["too many ids", refusalsOf(idList(3), many(1)), [": max"]],
    ["ids of files", refusalsOf(fileIdList(1), many("x")), ["[0]: id", "[1]: id", ": max"]],
    ["objects", refusalsOf(list(object({ n: id().required("required") }), 1), many({})), ["[0].n: required", "[1].n: required", ": max"]],
  ])("reads of %s no more than it takes to refuse them [S-34]", (_what, refusals, expected) => {
    expect(refusals).toEqual(expected);
  });

  it.each([0, -1, 1.5, 2 ** 31, "x", {}, [1, 2]])("refuses %p as an id", (value) => {
    expect(refuses(id(), value)).toBe(true);
  });

  it("accepts only text as text", () => {
    expect(read(text(10), "olá")).toBe("olá");
    expect(refuses(text(10), 12)).toBe(true);
    expect(refuses(text(10), { a: 1 })).toBe(true);
    expect(refuses(text(3), "four")).toBe(true);
  });

  it("accepts whole numbers within their bounds only", () => {
    expect(read(integer(1, 100), "40")).toBe(40);
    expect(refuses(integer(1, 100), 101)).toBe(true);
    expect(refuses(integer(1, 100), "4e9")).toBe(true);
  });

  it("reads a reference given as an id or as an object with one [API-021]", () => {
    expect(read(reference(), { id: "5", body: "x" })).toBe(5);
    expect(read(reference(), 5)).toBe(5);
  });

  it("drops unknown fields", () => {
    expect(read(object({ name: text(10) }), { name: "a", isAdmin: true })).toEqual({ name: "a" });
  });

  it.each(["", "   ", "\n\t ", "\u00a0\u2003"])("refuses the blank text %p where text is required", (blank) => {
    expect(refuses(text(10).required(), blank)).toBe(true);
    expect(refuses(text(10).min(2).required(), blank)).toBe(true);
    expect(read(text(10), blank)).toBe("");
  });

  it("trims names and keeps the white space of messages", () => {
    expect(read(text(10), "  Ana ")).toBe("Ana");
    expect(read(exactText(10), "  a\n")).toBe("  a\n");
  });

  it.each([2 ** 31, "1e19", 1e19, [5], true, { id: [5] }, { id: 1e19 }])("refuses %p as a reference", (value) => {
    expect(refuses(reference(), value)).toBe(true);
  });

  it.each(["2026-11-22", "2024-02-29", "2026-11-22T23:59:59Z", "1900-01-01", "2199-12-31"])("accepts %s as a day [D-033]", (value) => {
    expect(read(day(), value)).toBe(value.slice(0, 10));
  });

  it.each(["9999-12-31", "0001-01-01", "2026-02-30", "2200-01-01", "yesterday", "+010000-01-01", "2026-11-22x", "2026-11-22T12:00:00Z~9"])(
    "refuses %s as a day",
    (value) => {
      expect(refuses(day(), value)).toBe(true);
    },
  );

  it("accepts the cursor of a list and refuses instants and ids that no column holds", () => {
    expect(read(activityCursor(), "2026-11-22T12:00:00.000Z~2147483647")).toBe("2026-11-22T12:00:00.000Z~2147483647");
    for (const wrong of [
      "-271821-04-20T00:00:00.000Z~1",
      "+275760-09-13T00:00:00.000Z~1",
      "9999-12-31T00:00:00.000Z~1",
      "0000-01-01T00:00:00.000Z~1",
      "2026-11-22T12:00:00.000Z~2147483648",
      "2026-11-22T99:00:00.000Z~1",
      "2026-11-22T12:00:00.000Z",
      "~",
    ])
      expect([wrong, refuses(activityCursor(), wrong)]).toEqual([wrong, true]);
  });
});
