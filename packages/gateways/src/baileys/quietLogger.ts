import type { SessionHost } from "../port/index.js";

/** The logger interface that the library expects. */
interface LibraryLogger {
  level: string;
  child(facts: Record<string, unknown>): LibraryLogger;
  trace(facts: unknown, text?: string): void;
  debug(facts: unknown, text?: string): void;
  info(facts: unknown, text?: string): void;
  warn(facts: unknown, text?: string): void;
  error(facts: unknown, text?: string): void;
}

/** The library logs whole frames as text, and looking for numbers takes time with the square of a word's length. */
const MOST_READ = 2_000;

/**
 * Logs only the library's texts; the objects that it logs beside them hold messages, numbers and
 * keys.
 */
export function quietLogger(log: SessionHost["log"]): LibraryLogger {
  const silent = (): void => undefined;
  const tell = (facts: unknown, text?: string): void => {
    const words = text ?? (typeof facts === "string" ? facts : "");
    if (words !== "")
      log(
        "warn",
        `baileys: ${words
          .slice(0, MOST_READ)
          .replace(/\S*\d{5,}\S*/g, "…")
          .slice(0, 200)}`,
      );
  };
  const logger: LibraryLogger = {
    level: "error",
    child: () => logger,
    trace: silent,
    debug: silent,
    info: silent,
    warn: silent,
    error: tell,
  };
  return logger;
}
