/** An object of the page, or of a stored payload. */
export type PageObject = Readonly<Record<string, unknown>>;

export function toObject(value: unknown): PageObject | null {
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is PageObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own field; undefined when absent. */
export function valueAt(object: PageObject | null, name: string): unknown {
  return object !== null && Object.hasOwn(object, name) ? object[name] : undefined;
}

export function objectAt(object: PageObject | null, name: string): PageObject | null {
  return toObject(valueAt(object, name));
}

/** A text field; empty when absent or of another type. */
export function textAt(object: PageObject | null, name: string): string {
  const value = valueAt(object, name);
  return typeof value === "string" ? value : "";
}

/** A number, also when it was written as text; null otherwise. */
export function numberAt(object: PageObject | null, name: string): number | null {
  const value = valueAt(object, name);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export function flagAt(object: PageObject | null, name: string): boolean {
  return valueAt(object, name) === true;
}

export function listAt(object: PageObject | null, name: string): readonly unknown[] {
  const value = valueAt(object, name);
  return Array.isArray(value) ? value : [];
}

/** An address, which the page writes as text or as an object with `_serialized`; empty when it is neither. */
export function widAt(object: PageObject | null, name: string): string {
  return toWidText(valueAt(object, name));
}

export function toWidText(value: unknown): string {
  return typeof value === "string" ? value : textAt(toObject(value), "_serialized");
}

/** An instant of Unix seconds; null otherwise. */
export function dateAt(object: PageObject | null, name: string): Date | null {
  const seconds = numberAt(object, name);
  return seconds === null || seconds <= 0 || seconds > 8e12 ? null : new Date(seconds * 1000);
}
