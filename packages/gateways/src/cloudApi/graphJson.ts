/** An object of Graph's JSON; its names are spelled one way only. */
export type GraphObject = Readonly<Record<string, unknown>>;

/** The value when it is an object, else null. */
export function toObject(value: unknown): GraphObject | null {
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is GraphObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field by name; undefined when absent. Reads own fields only. */
function valueAt(object: GraphObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined;
}

export function objectAt(object: GraphObject | null, name: string): GraphObject | null {
  return toObject(valueAt(object, name));
}

/** The objects of a list; empty when it is none. */
export function objectsAt(object: GraphObject | null, name: string): GraphObject[] {
  const list = valueAt(object, name);
  return Array.isArray(list) ? list.map(toObject).filter((entry) => entry !== null) : [];
}

/** A text, or a number as text; empty when absent or of another type. */
export function textAt(object: GraphObject | null, name: string): string {
  const value = valueAt(object, name);
  return typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
}

const LONGEST_ID = 255;

/** An id chosen by somebody else; empty when it is absent or too long to be one (it goes into unique keys). */
export function idAt(object: GraphObject | null, name: string): string {
  const id = textAt(object, name);
  return id.length > LONGEST_ID ? "" : id;
}

/** A number, also when it was written as text; null otherwise. */
export function numberAt(object: GraphObject | null, name: string): number | null {
  const value = valueAt(object, name);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export function flagAt(object: GraphObject | null, name: string): boolean {
  return valueAt(object, name) === true;
}

/** An instant, which Meta writes as Unix seconds in a text; null otherwise. */
export function dateAt(object: GraphObject | null, name: string): Date | null {
  const seconds = numberAt(object, name);
  if (seconds === null || seconds <= 0) return null;
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) ? null : at;
}
