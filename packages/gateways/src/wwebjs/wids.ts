import { textAt, toObject, valueAt, type PlainObject } from "../protocol/plainJson.js";

/**
 * An address, which the page writes as text or as an object with `_serialized`; empty when it is
 * neither.
 */
export function widAt(object: PlainObject | null, name: string): string {
  return toWidText(valueAt(object, name));
}

export function toWidText(value: unknown): string {
  return typeof value === "string" ? value : textAt(toObject(value), "_serialized");
}
