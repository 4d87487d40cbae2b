export { FileAnswer, ROWS_HEADER } from "./fileAnswer.js";
export type { AnswerPart } from "./answerParts.js";
export type { ListChange } from "./listChange.js";
export { pick } from "./pick.js";
export { isStorable } from "./storable.js";
export { METHODS, path, POLICIES, route } from "./route.js";
export type { Answer, AnyRoute, Call, FilesRule, Method, Params, Parsed, Path, Policy, Route, WireCall } from "./route.js";
