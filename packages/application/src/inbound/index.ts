export { drainLane } from "./drainLane.js";
export type { Interpret } from "./drainLane.js";
