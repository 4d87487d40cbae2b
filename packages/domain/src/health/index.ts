export { compareProblems, isTold } from "./alerts.js";
export type { Comparison, KnownProblem, ToldProblem } from "./alerts.js";
export { OLD_BACKUP_MS, UNANSWERED_CONVERSATIONS, findProblems, isPartitionLate } from "./findProblems.js";
export type { ConnectionFacts, HealthFacts, ProblemKind, ReplicaHealth } from "./findProblems.js";
