export { prepareBroadcast } from "./broadcastTo.js";
export type { Listener } from "./broadcastTo.js";
export { countTickets, readCells } from "./countTickets.js";
export type { TicketCounts } from "./countTickets.js";
export type { Joins, Telling } from "./listener.js";
export { readMissed, readNews } from "./readNews.js";
export type { News, NewsRead } from "./readNews.js";
