export { findProblems, UNANSWERED_CONVERSATIONS } from "./findProblems.js";
export type { ConnectionFacts, HealthFacts, Problem, ProblemKind, ReplicaHealth } from "./findProblems.js";
