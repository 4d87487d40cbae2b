export { AppError, invalidField } from "./appError.js";
export type { ErrorBody } from "./appError.js";
export { AI_ERRORS, ERROR_STATUS, UPLOAD_ERRORS, VARIED_CODES } from "./errorCodes.js";
export type { ErrorCode } from "./errorCodes.js";
