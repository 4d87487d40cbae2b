export { collectDisk, collectPoolUse, collectRedis, collectReplica, collectState } from "./collectState.js";
export { noteConnectionArrivals } from "./noteConnectionArrivals.js";
export { findOpenTransaction, readHealth } from "./readHealth.js";
export type { ProcessFacts } from "./readHealth.js";
