type Printer = Pick<Console, "info" | "warn" | "error">;

/** How libsignal begins what it prints about its sessions. The objects behind it hold private keys and ratchets. */
const SPOKEN: readonly string[] = [
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
 * Keeps what libsignal says of its sessions out of the process's output, whatever else is printed (F.3-20). Safe to call again, also after
 * somebody has put other functions in place.
 */
export function quietSignal(printer: Printer): void {
  for (const method of ["info", "warn", "error"] as const) {
    if (quieted.has(printer[method])) continue;
    const print = printer[method].bind(printer);
    const quiet = (...words: unknown[]): void => {
      if (!words.some(isSignalTalk)) print(...words);
    };
    quieted.add(quiet);
    printer[method] = quiet;
  }
}

function isSignalTalk(word: unknown): boolean {
  if (typeof word === "string") return SPOKEN.some((beginning) => word.startsWith(beginning));
  return typeof word === "object" && word !== null && ("_chains" in word || "currentRatchet" in word);
}
