export { createLoop } from "./loop.js";
export type { Loop } from "./loop.js";
