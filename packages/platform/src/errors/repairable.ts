/** A fault of the installation that a person can repair: the message is a sentence that says how. */
export class RepairableError extends Error {
  /** EX_CONFIG of sysexits: a supervisor need not restart the process. */
  readonly exitCode = 78;
}
