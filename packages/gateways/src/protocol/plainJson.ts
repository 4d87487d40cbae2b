/** A JSON object of unchecked shape: a stored payload, or data from a page or a library. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** The value when it is an object, else null. */
export function toObject(value: unknown): PlainObject | null {
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * An own field by name, exact spelling first; undefined when absent. The case of names differs
 * between providers and versions (`URL`, `Url`, `url`), so it is ignored.
 */
export function valueAt(object: PlainObject | null, name: string): unknown {
  if (object === null) return undefined;
  if (Object.hasOwn(object, name)) return object[name];
  const wanted = name.toLowerCase();
  const key = Object.keys(object).find((candidate) => candidate.length === name.length && candidate.toLowerCase() === wanted);
  return key === undefined ? undefined : object[key];
}

export function objectAt(object: PlainObject | null, name: string): PlainObject | null {
  return toObject(valueAt(object, name));
}

/** The objects of a list; empty when the field is no list. */
export function objectsAt(object: PlainObject | null, name: string): PlainObject[] {
  return listAt(object, name)
    .map(toObject)
    .filter((entry) => entry !== null);
}

/** A text, or a number as text; empty when absent or of another type. */
export function textAt(object: PlainObject | null, name: string): string {
  const value = valueAt(object, name);
  return typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
}

const LONGEST_ID = 200;

/**
 * An id chosen by somebody else; empty when absent or too long for an id (ids go into unique keys).
 */
export function idAt(object: PlainObject | null, name: string): string {
  const id = textAt(object, name);
  return id.length > LONGEST_ID ? "" : id;
}

/** A number, also when it was written as text; null otherwise. */
export function numberAt(object: PlainObject | null, name: string): number | null {
  const value = valueAt(object, name);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export function flagAt(object: PlainObject | null, name: string): boolean {
  return valueAt(object, name) === true;
}

/** A list; empty when the field is no list (Go writes empty lists as null). */
export function listAt(object: PlainObject | null, name: string): readonly unknown[] {
  const value = valueAt(object, name);
  return Array.isArray(value) ? value : [];
}

/** The end of the year 9999: PostgreSQL and JSON write later instants in unusual forms. */
const LATEST_MS = 253_402_300_799_999;

/**
 * An instant as Unix seconds or RFC 3339; null when absent, not later than 1970, or after the year
 * 9999.
 */
export function dateAt(object: PlainObject | null, name: string): Date | null {
  const seconds = numberAt(object, name);
  const at = seconds === null ? new Date(textAt(object, name)) : new Date(seconds * 1000);
  return at.getTime() > 0 && at.getTime() <= LATEST_MS ? at : null;
}
