export { createCounter, readCells } from "./countTickets.js";
export type { TicketCounts } from "./countTickets.js";
export type { Joins, Listener, LiveMessage } from "./listener.js";
export { NotPresented, readLive, readMissed } from "./readLive.js";
export type { LiveBatch } from "./readLive.js";
export { createSharing, textsFor } from "./sharedTexts.js";
export type { SharedTexts } from "./sharedTexts.js";
