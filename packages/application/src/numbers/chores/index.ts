export { createChoreRunner } from "./runChores.js";
export type { ChoreRunner } from "./runChores.js";
