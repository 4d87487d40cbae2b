import { pino, stdTimeFunctions } from "pino";
import type { Bindings, ChildLoggerOptions, DestinationStream, Logger as PinoLogger } from "pino";
import { isError } from "../errors/index.js";
import { logContext } from "./context.js";
import { redact, toErrorView } from "./redact.js";

/**
 * A structured logger: one JSON line per record, so a line break in a value cannot forge a second
 * record.
 */
export type Logger = PinoLogger;

export type LoggerOptions = Readonly<{
  /** The process that logs: api, worker, simulator. */
  name: string;
  /** fatal, error, warn, info, debug, trace or silent. */
  level: string;
  /** The destination of the log lines; standard output by default. */
  destination?: DestinationStream;
}>;

/**
 * A logger that hides secrets, people's addresses and message contents by field name at any depth,
 * also in child loggers and in the causes of errors (S-70). Each line has the ids of the work around
 * it (`withLogContext`); log errors under `err`.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options = {
    base: { name },
    level,
    timestamp: stdTimeFunctions.isoTime,
    // The line's own fields win over those of its context.
    mixin: () => ({ ...logContext() }),
    mixinMergeStrategy: (line: object, context: object) => ({ ...context, ...line }),
    formatters: {
      level: (label: string) => ({ level: label }),
      log: redact,
    },
    serializers: { err: (value: unknown) => (isError(value) ? toErrorView(value) : value) },
  };
  return withHiddenBindings(pino(options, destination ?? standardOutput()));
}

let isOutputGuarded = false;

/**
 * Standard output through Node's own stream. pino's own destination retries a pipe without a reader
 * forever, which kept a process from exiting; here such lines are dropped.
 */
function standardOutput(): DestinationStream {
  if (!isOutputGuarded) process.stdout.on("error", () => undefined);
  isOutputGuarded = true;
  return process.stdout;
}

/**
 * pino formats records but not the bindings of child loggers; children inherit this method from
 * their parent.
 */
function withHiddenBindings(logger: Logger): Logger {
  const createChild: (this: Logger, bindings: Bindings, options?: ChildLoggerOptions) => Logger = logger.child;
  return Object.assign(logger, {
    child(this: Logger, bindings: Bindings, options?: ChildLoggerOptions): Logger {
      return createChild.call(this, redact(bindings), options);
    },
  });
}

/** A logger that logs nothing, for tests and tools. */
export function createSilentLogger(): Logger {
  return pino({ level: "silent" });
}
