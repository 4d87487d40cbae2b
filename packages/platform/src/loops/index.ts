export { createLoop } from "./loop.js";
export type { Loop, LoopOptions } from "./loop.js";
