import type { AnyRoute } from "@balcao/contracts/route";
import type { Schema, SchemaDescription, SchemaFieldDescription } from "yup";

/** Values that no form of ours sends: of other types, blank, very long, out of range, unstorable, or injections. */
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

/** Bodies that are not an object of fields. */
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

/** File names that try to leave their folder or to break a header, or are empty. */
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

/** A value of a schema: its path, and what the schema says about it. */
export interface Place {
  readonly path: readonly string[];
  readonly field: SchemaFieldDescription;
}

/** Every value of a schema, nested ones included. */
export function placesOf(schema: Schema<unknown> | null): readonly Place[] {
  return schema ? placesIn(schema.describe()) : [];
}

function placesIn(field: SchemaFieldDescription): Place[] {
  const below = (name: string, inner: SchemaFieldDescription): Place[] => [
    { path: [name], field: inner },
    ...placesIn(inner).map((deeper) => ({ ...deeper, path: [name, ...deeper.path] })),
  ];
  if ("fields" in field) return Object.entries(field.fields).flatMap(([name, inner]) => below(name, inner));
  const inner = "innerType" in field ? (field as SchemaDescription & { readonly innerType?: unknown }).innerType : undefined;
  return inner === undefined || Array.isArray(inner) ? [] : below("0", inner as SchemaFieldDescription);
}

/** Values at the limits that a schema gives a field, and one beyond each. */
export function limitValuesOf(field: SchemaFieldDescription): readonly unknown[] {
  if (!("tests" in field)) return [];
  const { type, tests, oneOf } = field;
  const limits = tests.flatMap(({ params }) => [params?.["min"], params?.["max"]].filter((limit) => typeof limit === "number"));
  const sizes = limits.flatMap((limit) => [limit - 1, limit, limit + 1]).filter((size) => size >= 0);
  const ofSize = (size: number): unknown =>
    type === "number" ? size : type === "array" ? listOf(size) : "ç".repeat(Math.min(size, 70_000));
  return [...sizes.map(ofSize), ...oneOf, ...oneOf.map((choice) => String(choice).toUpperCase())];
}

const listOf = (size: number): unknown => Array.from({ length: Math.min(size, 1_500) }, (_, index) => index + 1);

/** A value that a schema allows as far as its types say; the base of calls that nothing documents. */
export function plainValueOf(field: SchemaFieldDescription): unknown {
  if ("fields" in field) return Object.fromEntries(Object.entries(field.fields).map(([name, inner]) => [name, plainValueOf(inner)]));
  const { type, oneOf = [] } = field as Partial<SchemaDescription>;
  if (oneOf.length > 0) return oneOf[0];
  return type === "number" ? 1 : type === "boolean" ? true : type === "array" ? [] : "x";
}

/** A copy of `base` with `value` at a path; missing objects on the path are created. */
export function withAt(base: unknown, [name, ...deeper]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === "0") return [withAt(Array.isArray(base) ? base[0] : undefined, deeper, value)];
  const fields = typeof base === "object" && base !== null ? (base as Readonly<Record<string, unknown>>) : {};
  return { ...fields, [name]: withAt(fields[name], deeper, value) };
}

/** Chooses `count` different members of a list; the same seed repeats the same choices. */
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
