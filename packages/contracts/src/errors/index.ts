export { AppError, invalidField } from "./appError.js";
export type { ErrorBody, ErrorDetail } from "./appError.js";
export { ERROR_SENTENCES, ERROR_STATUS } from "./errorCodes.js";
export type { ErrorCode } from "./errorCodes.js";
