import { isError } from "../errors/index.js";

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
 * A copy of a log record without secrets and message contents at any depth (S-70). Addresses lose
 * their query, bytes and very deep values become placeholders, and errors are reduced by
 * `toErrorView`.
 */
export function redact(record: Record<string, unknown>): Record<string, unknown> {
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
export function toErrorView(error: unknown, depth = 0): Record<string, unknown> {
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
