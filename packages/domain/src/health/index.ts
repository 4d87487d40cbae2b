export { findProblems, isPartitionLate, OLD_BACKUP_MS, UNANSWERED_CONVERSATIONS } from "./findProblems.js";
export type { ConnectionFacts, HealthFacts, ProblemKind, ReplicaHealth } from "./findProblems.js";
