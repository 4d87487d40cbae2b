/**
 * A failure that a person can repair, with one sentence about the problem and one about the remedy.
 * It is printed without a stack trace and ends the command with exit code 1.
 */
export class Refusal extends Error {
  /**
   * @param {string} sentence what is wrong
   * @param {string} [remedy] what to do about it
   * @param {string[]} [details] lines of the failed program, newest last
   */
  constructor(sentence, remedy = "", details = []) {
    super(sentence);
    this.name = "Refusal";
    this.remedy = remedy;
    this.details = details;
  }
}

/** Thrown in a step that a person stopped with Ctrl-C. It is no failure, so nothing is printed. */
export class Interrupted extends Error {
  constructor() {
    super("stopped on request");
    this.name = "Interrupted";
  }
}

/** The terminal's text for a failure: sentence and remedy of a refusal, the stack of an unexpected error. */
export function describeFailure(error) {
  if (!(error instanceof Refusal)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const details = error.details.length > 0 ? ["", ...error.details.map((line) => `  | ${line}`), ""] : [];
  return [error.message, ...details, ...(error.remedy ? [error.remedy] : [])].join("\n");
}
