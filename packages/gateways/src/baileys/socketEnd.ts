/** How a socket ended. */
export interface SocketEnd {
  readonly code: number | undefined;
  readonly message: string;
  /** No server answered at WhatsApp's address. */
  readonly isUnreachable?: boolean;
  /** What WhatsApp says is left of a ban, in milliseconds. */
  readonly banMs?: number;
}

/**
 * Whether the library wrapped a network error of this machine (ECONNREFUSED, ENOTFOUND and the
 * like). The code of a refusal of WhatsApp's is a number.
 */
function isNetworkError(error: Error | undefined): boolean {
  const cause: unknown = error !== undefined && "data" in error ? error.data : null;
  return typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" && /^[A-Z]/.test(cause.code);
}

/** How a socket ended, by the error that the library gives; without one its code is unknown. */
export function socketEnd(error: Error | undefined): SocketEnd {
  const output: unknown = error !== undefined && "output" in error ? error.output : null;
  const code = typeof output === "object" && output !== null && "statusCode" in output ? Number(output.statusCode) : undefined;
  return { code, message: error?.message ?? "", isUnreachable: isNetworkError(error), banMs: banOf(error) };
}

const LONGEST_BAN_S = 366 * 24 * 60 * 60;

/** What is left of a ban: `expire` of the failure, in seconds, which the library keeps as its data. */
function banOf(error: Error | undefined): number {
  const attrs: unknown = error !== undefined && "data" in error ? error.data : null;
  const seconds = typeof attrs === "object" && attrs !== null && "expire" in attrs ? Number(attrs.expire) : 0;
  return seconds > 0 ? Math.min(seconds, LONGEST_BAN_S) * 1_000 : 0;
}
