import { AsyncLocalStorage } from "node:async_hooks";
import { pino, stdTimeFunctions, type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger as PinoLogger } from "pino";
import { isError } from "../errors/index.js";

/** Ids that every log line carries while a piece of work runs; never texts or numbers. */
type LogContext = Readonly<{
  requestId?: string;
  connectionId?: number;
  eventId?: number;
  messageId?: number;
  outboxId?: string;
}>;

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs `work`; the log lines that it writes carry these ids besides those of the work around it. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...context }, work);
}

/** The ids of the running work. */
function logContext(): LogContext {
  return contexts.getStore() ?? {};
}

const hidden = "[hidden]";
const deepest = 8;

/** Field names that contain one of these words hold credentials or personal data. */
const secretWords = /passw|senha|secret|token|cookie|authori[sz]ation|email|signature|creds|credential/;
/** Field names of key material. */
const keyWords = /^(?:key|keys|qr|qrcode|paircode|(?:.*(?:private|media|api|session|encryption|identity|noise|pre|hmac|adv|push)keys?))$/;
/** Field names of texts that people wrote or that a peer posted. */
const contentWords = new Set([
  "body",
  "rawbody",
  "text",
  "caption",
  "content",
  "conversation",
  "message",
  "messages",
  "messagebody",
  "payload",
  "datajson",
  "parameters",
  "bindings",
]);

/** True when a field of this name must not reach a log (S-70). */
function isHiddenName(name: string): boolean {
  const word = name.toLowerCase().replace(/[^a-z]/g, "");
  return secretWords.test(word) || keyWords.test(word) || contentWords.has(word);
}

/**
 * A copy of a log record without secrets and message contents at any depth. Addresses lose
 * their query, bytes and very deep values become placeholders, and errors are reduced by
 * `toErrorView`.
 */
function redact(record: Record<string, unknown>): Record<string, unknown> {
  return redactObject(record, 0);
}

function redactObject(record: object, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    copy[name] = isHiddenName(name) && isContent(value) ? hidden : redactValue(name, value, depth);
  }
  return copy;
}

/**
 * Whether a value is content; counters and flags under a hidden name (`messages: 12`) are not, and
 * are useful in a log.
 */
function isContent(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

function redactValue(name: string, value: unknown, depth: number): unknown {
  if (typeof value === "string") return /^(?:url|uri|href|originalurl)$/i.test(name) ? value.replace(/[?#].*$/s, "") : value;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (isError(value)) return toErrorView(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= deepest) return "[deep]";
  if (Array.isArray(value)) return value.map((each) => redactValue(name, each, depth + 1));
  return redactObject(value, depth + 1);
}

/**
 * The logged fields of an error: type, message, code, stack and cause; never other fields, which
 * may quote rows or requests.
 */
function toErrorView(error: unknown, depth = 0): Record<string, unknown> {
  if (!isError(error)) return { type: typeof error, message: typeof error === "string" ? error : "(not an error)" };
  const code = "code" in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: toErrorView(error.cause, depth + 1) }),
  };
}

/**
 * A structured logger: one JSON line per record, so a line break in a value cannot forge a second
 * record.
 */
export type Logger = PinoLogger;

type LoggerOptions = Readonly<{
  /** The process that logs: api, worker, simulator. */
  name: string;
  /** fatal, error, warn, info, debug, trace or silent. */
  level: string;
  /** The destination of the log lines; standard output by default. */
  destination?: DestinationStream;
}>;

/**
 * A logger that hides secrets, people's addresses and message contents by field name at any depth,
 * also in child loggers and in the causes of errors. Each line has the ids of the work around
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
