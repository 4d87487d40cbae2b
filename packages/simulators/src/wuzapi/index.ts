export { createClock } from "./clock.js";
export type { WuzapiControl } from "./control.js";
export type { FaultAction } from "./faults.js";
export type { InboundInput } from "./inbound.js";
export { sampleOf } from "./samples.js";
export { startWuzapi, type RunningWuzapi } from "./server.js";
export type { WorldState } from "./state.js";
export type { ChatMessage, MessageKind } from "./types.js";
