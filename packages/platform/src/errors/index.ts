export { certificateSentence, connectionSentence } from "./connectionSentence.js";
export { errorCode, isError } from "./errors.js";
export { RepairableError } from "./repairable.js";
export { storeTroubleOf } from "./storeTrouble.js";
export type { StoreTrouble } from "./storeTrouble.js";
