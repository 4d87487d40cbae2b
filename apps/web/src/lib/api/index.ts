export { ApiError, NoAnswerError } from "./apiError";
export { call, download } from "./call";
export type { CallOptions } from "./call";
export { createIntention } from "./intention";
export type { Intention } from "./intention";
export { toErrorText, toRefusalText } from "./errorText";
