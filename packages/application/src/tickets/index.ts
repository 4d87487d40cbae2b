export { accessTicket, accessTicketRow, mayOnTicket } from "./accessTicket.js";
export { changeTicket, saveTransition } from "./changeTicket.js";
export { createTicket } from "./createTicket.js";
export { followPreview } from "./followPreview.js";
export { inboxListOf } from "./inboxList.js";
export { getTicket, getTicketByContact, listTickets } from "./listTickets.js";
export { recordTicketChange, recordTicketRead } from "./recordTicketChange.js";
export { presenterFor, ticketView, toTicketFacts } from "./ticketView.js";
export type { Presenter } from "./ticketView.js";
