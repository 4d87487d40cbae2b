export { openTestLine } from "./testLine.js";
export type { TestLine } from "./testLine.js";
export { openTestReplica } from "./testReplica.js";
export type { TestReplica } from "./testReplica.js";
