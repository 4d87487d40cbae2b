export { collectDisk, collectPoolUse, collectRedis, collectReplica, collectState, noteConnectionArrivals } from "./collectState.js";
export { findCurrentProblems, findPulse, readHealth, type ProcessFacts } from "./readHealth.js";
