/** An object of Go's JSON. Capitals of its names vary between versions (`URL`, `Url`, `url`): reading ignores them. */
export type GoObject = Readonly<Record<string, unknown>>;

/** The value when it is an object, else null. */
export function toObject(value: unknown): GoObject | null {
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is GoObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field by name, exact spelling first; undefined when absent. Reads own fields only. */
export function valueAt(object: GoObject | null, name: string): unknown {
  if (object === null) return undefined;
  if (Object.hasOwn(object, name)) return object[name];
  const wanted = name.toLowerCase();
  const key = Object.keys(object).find((candidate) => candidate.toLowerCase() === wanted);
  return key === undefined ? undefined : object[key];
}

export function objectAt(object: GoObject | null, name: string): GoObject | null {
  return toObject(valueAt(object, name));
}

/** A text field; empty when absent or of another type. */
export function textAt(object: GoObject | null, name: string): string {
  const value = valueAt(object, name);
  return typeof value === "string" ? value : "";
}

const LONGEST_ID = 200;

/** An id chosen by somebody else; empty when it is absent or too long to be one (it goes into unique keys). */
export function idAt(object: GoObject | null, name: string): string {
  const id = textAt(object, name);
  return id.length > LONGEST_ID ? "" : id;
}

/** A number, also when it was written as text; null otherwise. */
export function numberAt(object: GoObject | null, name: string): number | null {
  const value = valueAt(object, name);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export function flagAt(object: GoObject | null, name: string): boolean {
  return valueAt(object, name) === true;
}

/** A list; empty when absent (Go writes empty lists as null). */
export function listAt(object: GoObject | null, name: string): readonly unknown[] {
  const value = valueAt(object, name);
  return Array.isArray(value) ? value : [];
}

/** An instant, written as RFC 3339 or as Unix seconds; null otherwise. */
export function dateAt(object: GoObject | null, name: string): Date | null {
  const seconds = numberAt(object, name);
  const at = seconds === null ? new Date(textAt(object, name)) : new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) || at.getTime() <= 0 ? null : at;
}
