export { findProblems, isPartitionLate, UNANSWERED_CONVERSATIONS } from "./findProblems.js";
export type { ConnectionFacts, HealthFacts, PartitionFacts, Problem, ProblemKind, ReplicaHealth } from "./findProblems.js";
