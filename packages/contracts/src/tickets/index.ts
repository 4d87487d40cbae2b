export { SUMMARY_LANGUAGES } from "./summaryLanguages.js";
export type { SummaryLanguage } from "./summaryLanguages.js";
export { decodeIntent, encodeIntent } from "./ticketIntent.codec.js";
export type { TicketPatch, WireIntent } from "./ticketIntent.codec.js";
export type {
  ClosingView,
  ContactTicketsView,
  GuestView,
  NextTicketView,
  OtherTicketView,
  TicketDecisionView,
  TicketFactsListView,
  TicketHitView,
  TicketIdsView,
  TicketListView,
  TicketsDoneView,
  TicketSearchView,
  TicketSummaryView,
  TicketView,
} from "./tickets.views.js";
export * from "./ticketList.reducer.js";
export { applyTicketToFound } from "./foundTickets.reducer.js";
