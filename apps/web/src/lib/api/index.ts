export { ApiError, NoAnswerError } from "./apiError";
export { call, download } from "./call";
export type { CallOptions } from "./call";
export { toErrorText, toRefusalText } from "./errorText";
