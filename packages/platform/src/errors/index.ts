export { errorCode, isError } from "./errors.js";
export { storeTroubleOf } from "./storeTrouble.js";
export type { StoreTrouble } from "./storeTrouble.js";
