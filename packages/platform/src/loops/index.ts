export { createLoop } from "./loop.js";
export type { Loop } from "./loop.js";
export { logFailure, logReturn } from "./outages.js";
export { inTurns } from "./turns.js";
