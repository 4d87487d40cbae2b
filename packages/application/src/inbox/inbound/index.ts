export { drainLane } from "./drainLane.js";
export type { Interpreter } from "./interpreter.js";
