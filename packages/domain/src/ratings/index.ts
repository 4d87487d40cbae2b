export { readScore } from "./score.js";
export type { Score } from "./score.js";
