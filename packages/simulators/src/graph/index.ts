export { createGraphClock, type GraphClock } from "./clock.js";
export type { GraphInbound } from "./inbound.js";
export type { GraphRequest } from "./recorder.js";
export { startGraph, type RunningGraph } from "./server.js";
export type { GraphOptions, GraphTemplate, SentMessage } from "./types.js";
