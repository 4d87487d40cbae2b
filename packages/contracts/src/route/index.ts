export { FileAnswer, ROWS_HEADER } from "./fileAnswer.js";
export type { AnswerPart } from "./answerParts.js";
export type { ListChange } from "./listChange.js";
export { pick } from "./pick.js";
export { isStorable } from "./storable.js";
export type { Answer, AnyRoute, Call, FilesRule, Parsed, Path, Policy } from "./route.js";
