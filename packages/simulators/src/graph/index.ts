export { createGraphClock, type GraphClock } from "./clock.js";
export type { GraphControl, GraphState } from "./control.js";
export type { GraphInbound } from "./inbound.js";
export type { GraphEntry, GraphRequest, GraphWebhook } from "./recorder.js";
export { startGraph, type RunningGraph } from "./server.js";
export type { GraphOptions, GraphTemplate, PhoneNumber, Policy, SentMessage, Switches, WebhookFaults } from "./types.js";
