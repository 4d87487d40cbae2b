import type { ErrorBody } from "../errors/index.js";

/**
 * A line of an answer in parts, which is `application/x-ndjson`: texts as they come, then
 * either the whole answer, which replaces them, or an error. Without one of these the answer was cut.
 */
export type AnswerPart = { readonly text: string } | { readonly answer: unknown } | { readonly error: ErrorBody };
