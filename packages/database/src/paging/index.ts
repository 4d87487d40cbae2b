export { MAX_OFFSET, walkToOffset } from "./walkToOffset.js";
export type { Deep } from "./walkToOffset.js";
