export {
  noteArrivals,
  readArrivals,
  readLaneBacklog,
  readOutboxBacklog,
  readParkedCounts,
  readRefused,
  readUnanswered,
} from "./backlogs.js";
export { readPulse, readServerFacts } from "./serverFacts.js";
export type { Pulse } from "./serverFacts.js";
