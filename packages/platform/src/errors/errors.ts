import { types } from "node:util";

/**
 * True for every error object, also for one of another realm (a worker, a vm), for which
 * `instanceof` is false.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/**
 * The `code` of a system, network or database error (ENOENT, ECONNREFUSED, 23505); undefined when
 * there is none.
 */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
