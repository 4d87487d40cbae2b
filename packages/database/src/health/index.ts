export { noteArrivals, readArrivals, readLaneBacklog, readOutboxBacklog, readParkedCounts, readUnanswered } from "./backlogs.js";
export { readOpenTransaction, readServerFacts } from "./serverFacts.js";
export type { OpenTransaction } from "./serverFacts.js";
