/** What is known about a request that failed: whether its effect can have happened decides about a repeat (M-5). */
export type PeerOutcome = "notSent" | "refused" | "unknown";

/** A request to a peer failed. Catch one of the three kinds; the message names method, host and path, never a query, header or body. */
export class PeerError extends Error {
  readonly outcome: PeerOutcome;
  /** The status that was answered, if any. */
  readonly status: number | undefined;
  /** The body that was answered, if it was read. */
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

/** Nothing left this machine: no connection came about. A repeat cannot duplicate. */
export class NotSentError extends PeerError {
  constructor(message: string, cause?: unknown) {
    super("notSent", message, { cause });
  }
}

/** The peer answered with a status of 300 to 499 (other than 408): it did not do it. */
export class RefusedError extends PeerError {
  constructor(message: string, status: number, body: Buffer) {
    super("refused", message, { status, body });
  }
}

/** Anything else: time ran out or the connection broke after it stood, a 5xx, an unreadable answer. It may have happened. */
export class UnknownOutcomeError extends PeerError {
  constructor(message: string, answer: { status?: number | undefined; body?: Buffer | undefined; cause?: unknown } = {}) {
    super("unknown", message, answer);
  }
}
