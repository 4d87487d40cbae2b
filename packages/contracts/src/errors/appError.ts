import { ERROR_SENTENCES, ERROR_STATUS, type ErrorCode } from "./errorCodes.js";

/** One field that was refused and the rule that it broke. */
export interface ErrorDetail {
  readonly field: string;
  readonly rule: string;
}

/** An error as it goes over the wire (ARCHITECTURE, Errors, D-236). */
export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly code: ErrorCode;
  readonly details?: readonly ErrorDetail[];
}

interface AppErrorOptions {
  readonly sentence?: string;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
}

/** A refusal that the caller may read. Thrown by commands, turned into an ErrorBody in one place. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  private readonly sentence: string;

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
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

/** A field was refused: 400 with its name. */
export function invalidField(field: string, rule: string, sentence?: string): AppError {
  return new AppError("ERR_VALIDATION", { details: [{ field, rule }], ...(sentence !== undefined && { sentence }) });
}
