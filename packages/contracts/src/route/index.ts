export { FileAnswer, ROWS_HEADER, type AnswerPart } from "./fileAnswer.js";
export type { ListChange } from "./listChange.js";
export { pick } from "./pick.js";
export { isStorable } from "./wire.js";
export type { Answer, AnyRoute, Call, FilesRule, Parsed, Path, Policy } from "./route.js";
