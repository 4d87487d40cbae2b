/**
 * The outcome of a failed request: whether it may have had its effect decides about a repeat.
 */
export type PeerOutcome = "notSent" | "refused" | "unknown";

/**
 * A request to a peer failed. Catch one of its three subclasses; the message names method, host and
 * path, never a query, header or body.
 */
export class PeerError extends Error {
  readonly outcome: PeerOutcome;
  /** The status of the answer, if any. */
  readonly status: number | undefined;
  /** The body of the answer, if it was read. */
  readonly body: Buffer | undefined;

  constructor(
    outcome: PeerOutcome,
    message: string,
    answer: { status?: number | undefined; body?: Buffer | undefined; cause?: unknown } = {},
  ) {
    super(message, answer.cause === undefined ? {} : { cause: answer.cause });
    this.name = new.target.name;
    this.outcome = outcome;
    this.status = answer.status;
    this.body = answer.body;
  }
}

/**
 * Nothing left this machine, because no connection was made. A repeat cannot duplicate the effect.
 */
export class NotSentError extends PeerError {
  constructor(message: string, cause?: unknown) {
    super("notSent", message, { cause });
  }
}

/** The peer answered with a status of 300 to 499 (other than 408): the request had no effect. */
export class RefusedError extends PeerError {
  constructor(message: string, status: number, body: Buffer) {
    super("refused", message, { status, body });
  }
}

/**
 * Any other failure: a timeout, a connection that broke, a 5xx, an unreadable answer. The request
 * may have had its effect.
 */
export class UnknownOutcomeError extends PeerError {
  constructor(message: string, answer: { status?: number | undefined; body?: Buffer | undefined; cause?: unknown } = {}) {
    super("unknown", message, answer);
  }
}
