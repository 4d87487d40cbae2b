export { isIdleTicket, listIdleTickets } from "./idleTickets.js";
export { deleteOffer, getOffer, listDueOffers, lockAttendantLoads, putOffer, readRedirects } from "./attendants.js";
export type { ContactRedirects } from "./attendants.js";
export { claimOutOfHours, insertDecision, listDecisions, setTicketFlow } from "./ticketFlow.js";
export type { DecisionRow } from "./ticketFlow.js";
