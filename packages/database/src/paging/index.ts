export { MAX_OFFSET, walkToOffset } from "./walkToOffset.js";
