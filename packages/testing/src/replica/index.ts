export { openTestReplica } from "./testReplica.js";
export type { TestReplica } from "./testReplica.js";
