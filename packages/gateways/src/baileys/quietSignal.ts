type Printer = Pick<Console, "info" | "warn" | "error">;

/**
 * Prefixes of what libsignal prints about its sessions, followed by objects with private keys and
 * ratchets.
 */
const SESSION_LOG_PREFIXES: readonly string[] = [
  "Closing session",
  "Opening session",
  "Removing old closed session",
  "Session already closed",
  "Session already open",
  "Closing open session",
  "Closing stale open session",
  "Migrating session to",
  "Decrypted message with closed session",
  "Failed to decrypt message with any known session",
  "Session error:",
  "V1 session storage migration error",
  "Unhandled bucket type",
];
const quieted = new WeakSet<Printer[keyof Printer]>();

/**
 * Keeps libsignal's session objects out of the process's output. It can be called again, also after
 * another library has replaced the console's functions.
 */
export function quietSignal(printer: Printer): void {
  for (const method of ["info", "warn", "error"] as const) {
    if (quieted.has(printer[method])) continue;
    const print = printer[method].bind(printer);
    const quiet = (...values: unknown[]): void => {
      if (!values.some(isSessionLog)) print(...values);
    };
    quieted.add(quiet);
    printer[method] = quiet;
  }
}

function isSessionLog(value: unknown): boolean {
  if (typeof value === "string") return SESSION_LOG_PREFIXES.some((prefix) => value.startsWith(prefix));
  return typeof value === "object" && value !== null && ("_chains" in value || "currentRatchet" in value);
}
