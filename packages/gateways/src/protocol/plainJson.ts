/** An object of JSON whose shape nobody has checked: a stored payload, or what a page or a library told. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** The value when it is an object, else null. */
export function toObject(value: unknown): PlainObject | null {
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own field; undefined when absent. */
export function valueAt(object: PlainObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined;
}

export function objectAt(object: PlainObject | null, name: string): PlainObject | null {
  return toObject(valueAt(object, name));
}

/** A text field; empty when absent or of another type. */
export function textAt(object: PlainObject | null, name: string): string {
  const value = valueAt(object, name);
  return typeof value === "string" ? value : "";
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

/** A list; empty when it is none. */
export function listAt(object: PlainObject | null, name: string): readonly unknown[] {
  const value = valueAt(object, name);
  return Array.isArray(value) ? value : [];
}

/** An instant of Unix seconds; null otherwise. */
export function dateAt(object: PlainObject | null, name: string): Date | null {
  const seconds = numberAt(object, name);
  return seconds === null || seconds <= 0 || seconds > 8e12 ? null : new Date(seconds * 1000);
}
