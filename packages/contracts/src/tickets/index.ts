export { decodeIntent, encodeIntent } from "./ticketIntent.codec.js";
export type { RatingContext, TicketPatch, WireIntent, WireIntentName } from "./ticketIntent.codec.js";
export type { OtherTicketView, TicketListView, TicketView } from "./tickets.views.js";
export * from "./ticketList.reducer.js";
