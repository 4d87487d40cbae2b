import { ERROR_SENTENCES, ERROR_STATUS, type ErrorCode, type VARIED_CODES } from "./errorCodes.js";

/** A field that was refused and the rule that it broke. */
export interface ErrorDetail {
  readonly field: string;
  readonly rule: string;
}

/** The body of an error response (ADR 16, D-236). */
export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly code: ErrorCode;
  readonly details?: readonly ErrorDetail[];
}

interface AppErrorOptions {
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
}

/**
 * A refusal whose reason the caller may read. Commands throw it; one place turns it into an
 * ErrorBody.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly sentence: string;

  /** Codes with one sentence take none, because the browser translates these by their code. */
  constructor(code: (typeof VARIED_CODES)[number], options?: AppErrorOptions & { readonly sentence?: string });
  constructor(code: ErrorCode, options?: AppErrorOptions);
  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions & { readonly sentence?: string } = {},
  ) {
    super(code);
    this.status = ERROR_STATUS[code];
    this.sentence = options.sentence ?? ERROR_SENTENCES[code] ?? code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  toBody(): ErrorBody {
    return { error: this.sentence, message: this.sentence, code: this.code, ...(this.details && { details: this.details }) };
  }
}

/** The error for a refused field: 400 with the field's name. */
export function invalidField(field: string, rule: string, sentence?: string): AppError {
  return new AppError("ERR_VALIDATION", { details: [{ field, rule }], ...(sentence !== undefined && { sentence }) });
}
