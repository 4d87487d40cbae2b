export { ApiError, NoAnswerError } from "./apiError";
export { call } from "./call";
export { toErrorText } from "./errorText";
