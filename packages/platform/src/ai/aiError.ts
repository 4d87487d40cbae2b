/**
 * Why an AI server did not do what was asked: `key` it refuses the key; `limit` too many requests
 * or no quota; `tooLong` more than its model takes; `timeout` no whole answer in time; `failed`
 * anything else.
 */
export type AiFault = "key" | "limit" | "tooLong" | "timeout" | "failed";

/** The message names host, path and status, never what was sent or answered. */
export class AiError extends Error {
  override readonly name = "AiError";

  constructor(
    readonly fault: AiFault,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause });
  }
}
