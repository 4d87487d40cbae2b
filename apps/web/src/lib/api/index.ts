export { ApiError, NoAnswerError } from "./apiError";
export { call } from "./call";
export type { CallOptions } from "./call";
export { toErrorText } from "./errorText";
