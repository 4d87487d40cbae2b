import { failure } from "./failure.js";
import type { Json } from "./types.js";

/** The value as an object; empty when it is no object. */
export function toJson(value: unknown): Json {
  return isJson(value) ? value : {};
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(object: Json, name: string): Json {
  return toJson(object[name]);
}

export function textOf(object: Json, name: string): string {
  const value = object[name];
  return typeof value === "string" ? value : "";
}

export function listOf(object: Json, name: string): Json[] {
  const value = object[name];
  return Array.isArray(value) ? value.map(toJson) : [];
}

/** A required text: throws 131008 when it is missing and 100 when it is too long. */
export function needed(object: Json, name: string, longest = Number.POSITIVE_INFINITY): string {
  const value = textOf(object, name);
  if (value === "") throw failure(131008, `Parameter ${name} is required`);
  if (value.length > longest) throw failure(100, `Param ${name} must be at most ${longest} characters long.`);
  return value;
}
