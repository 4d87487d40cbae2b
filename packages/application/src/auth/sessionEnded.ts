import { AppError, type ErrorCode } from "@balcao/contracts/errors";

/** A session that may not go on: 401, whatever the code would be elsewhere, so that the web tells why and signs out (C-4, D-004). */
export class SessionEnded extends AppError {
  override readonly status = 401;

  constructor(code: Extract<ErrorCode, "ERR_SESSION_EXPIRED" | "ERR_USER_NO_ACTIVE" | "ERR_INVALID_WORKING_TIME"> = "ERR_SESSION_EXPIRED") {
    super(code);
  }
}
