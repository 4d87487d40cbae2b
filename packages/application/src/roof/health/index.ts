export { collectDisk, collectPoolUse, collectRedis, collectReplica, collectState } from "./collectState.js";
export { noteConnectionArrivals } from "./noteConnectionArrivals.js";
export { findCurrentProblems, findPulse, readHealth } from "./readHealth.js";
export type { ProcessFacts } from "./readHealth.js";
