/** One refused field and the rule that it broke, in the names of the api. */
export interface RefusedField {
  readonly field: string;
  readonly rule: string;
}

interface ApiErrorFacts {
  readonly status: number;
  readonly code: string | null;
  /** `message` or `error` of the answer; null when the answer had neither. */
  readonly text: string | null;
  readonly details: readonly RefusedField[];
  /** Seconds to wait, from Retry-After; null when the answer had none. */
  readonly retryAfterSeconds: number | null;
}

/** The api refused the request. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string | null;
  readonly text: string | null;
  readonly details: readonly RefusedField[];
  readonly retryAfterSeconds: number | null;

  constructor(facts: ApiErrorFacts) {
    super(facts.text ?? `HTTP ${facts.status}`);
    this.status = facts.status;
    this.code = facts.code;
    this.text = facts.text;
    this.details = facts.details;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** There was no answer: the network or the server is down, or the request timed out. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** The answer of a creating call was lost, so that nobody knows yet whether it created something. */
export class LostAnswerError extends NoAnswerError {}

/** An earlier call has created something with other contents; the next one creates another. */
export class AlreadyCreatedError extends Error {
  override readonly name = "AlreadyCreatedError";
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

const isRefusedField = (value: unknown): value is RefusedField =>
  isRecord(value) && typeof value["field"] === "string" && typeof value["rule"] === "string";

/** Reads a refusal with any body; a proxy's HTML page becomes an error without text (ERR-003). */
export function toApiError(status: number, body: unknown, retryAfter: string | null): ApiError {
  const record = isRecord(body) ? body : {};
  const details = record["details"];
  const seconds = Number(retryAfter);
  return new ApiError({
    status,
    code: textOf(record["code"]),
    text: textOf(record["message"]) ?? textOf(record["error"]),
    details: Array.isArray(details) ? details.filter(isRefusedField) : [],
    retryAfterSeconds: retryAfter !== null && Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null,
  });
}
