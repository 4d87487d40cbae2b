/**
 * Whether the library wrapped a network error of this machine (ECONNREFUSED, ENOTFOUND and the
 * like). The code of a refusal of WhatsApp's is a number.
 */
export function isNetworkError(error: Error | undefined): boolean {
  const cause: unknown = error !== undefined && "data" in error ? error.data : null;
  return typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" && /^[A-Z]/.test(cause.code);
}
