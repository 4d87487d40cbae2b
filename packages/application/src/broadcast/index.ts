export { createCounter, readCells } from "./countTickets.js";
export type { TicketCells, TicketCounts } from "./countTickets.js";
export type { Joins, Listener, LiveMessage } from "./listener.js";
export { messagesFor, readLive, readMissed } from "./readLive.js";
export type { LiveBatch, LiveEvent } from "./readLive.js";
