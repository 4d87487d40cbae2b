import { AppError, type ErrorCode } from "@balcao/contracts/errors";

/**
 * A session that may not continue. Its status is always 401, so that the web client shows the
 * reason and signs out.
 */
export class SessionEnded extends AppError {
  override readonly status = 401;

  constructor(
    code: Extract<
      ErrorCode,
      "ERR_SESSION_EXPIRED" | "ERR_PASSWORD_CHANGED" | "ERR_USER_NO_ACTIVE" | "ERR_INVALID_WORKING_TIME"
    > = "ERR_SESSION_EXPIRED",
  ) {
    super(code);
  }
}
