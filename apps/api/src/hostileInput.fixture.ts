import type { AnyRoute } from "@balcao/contracts/route";
import type { Schema, SchemaDescription, SchemaFieldDescription } from "yup";

/** Values that no form of ours sends: of other types, blank, endless, out of range, unstorable, or meant to break out. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e19,
  -1e308,
  "",
  "   ",
  "\u00a0\u2003\n",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x\udc00y",
  "0",
  "-1",
  "1e19",
  "1e309",
  "0x7fffffffff",
  "99999999999999999999",
  "Infinity",
  "NaN",
  "9999-12-31",
  "0000-01-01",
  "0001-01-01T00:00:00Z",
  "2026-02-30",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z~1",
  "+275760-09-13T00:00:00.000Z~1",
  "2026-11-22T12:00:00.000Z~9999999999",
  "' OR 1=1; DROP TABLE ticket; --",
  "%_\\",
  "(a+)+$",
  "{{user}} ${7*7} {{constructor.constructor('x')()}}",
  "../../etc/passwd",
  "<img src=x onerror=alert(1)>",
  "javascript:alert(1)",
  "\r\nSet-Cookie: a=b",
  "\u202e\u200b\ufeff",
  "x".repeat(70_000),
  "ﷺ".repeat(255),
  "👩‍👩‍👧‍👦".repeat(40),
  "[1,",
  "[null]",
  [],
  [null],
  [[]],
  ["a", { b: 1 }],
  [1e19, "9".repeat(30)],
  Array<number>(1_500).fill(1),
  {},
  { id: 1e19 },
  { id: "x" },
  { $gt: "" },
  { length: 1e9 },
];

/** Bodies that are no object of fields. */
export const HOSTILE_BODIES: readonly string[] = [
  "",
  "null",
  "[]",
  "12",
  '"text"',
  "{",
  "[[[[[[",
  "\u0000",
  '{"a":1e999}',
  '{"":{"":{}}}',
  "{".repeat(5_000),
];

/** Names of files that try to leave their folder, to break a header, or to be nothing. */
export const HOSTILE_FILE_NAMES: readonly string[] = [
  "",
  ".",
  "../../x",
  "..%2f",
  "a\u0000.txt",
  "CON",
  "x".repeat(5_000),
  "\ud800.png",
  'a"b\r\nc.txt',
  "\u202egnp.exe",
];

/** Every place of a schema where a value may stand, nested ones included, as the path to it. */
export function placesOf(schema: Schema<unknown> | null): readonly (readonly string[])[] {
  return schema ? placesIn(schema.describe()) : [];
}

function placesIn(field: SchemaFieldDescription): (readonly string[])[] {
  if ("fields" in field)
    return Object.entries(field.fields).flatMap(([name, inner]) => [[name], ...placesIn(inner).map((deeper) => [name, ...deeper])]);
  const inner = "innerType" in field ? (field as SchemaDescription & { readonly innerType?: unknown }).innerType : undefined;
  if (inner === undefined || Array.isArray(inner)) return [];
  return [["0"], ...placesIn(inner as SchemaFieldDescription).map((deeper) => ["0", ...deeper])];
}

/** The value with another one at a place; what is missing on the way is made. */
export function withAt(base: unknown, [name, ...deeper]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const isIndex = name === "0";
  if (isIndex) return [withAt(Array.isArray(base) ? base[0] : undefined, deeper, value)];
  const known = typeof base === "object" && base !== null ? (base as Readonly<Record<string, unknown>>) : {};
  return { ...known, [name]: withAt(known[name], deeper, value) };
}

/** A sequence that a seed repeats: so many different members of a list. */
export function createChooser(seed: number): <T>(list: readonly T[], count: number) => T[] {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (list, count) => {
    const left = [...list];
    const chosen: typeof left = [];
    while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(next() * left.length), 1));
    return chosen;
  };
}

/** Names of a path's parameters. */
export function paramsOf({ path }: Pick<AnyRoute, "path">): readonly string[] {
  return [...String(path).matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}
