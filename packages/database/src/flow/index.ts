export { isIdleTicket, listIdleTickets } from "./idleTickets.js";
export { deleteOffer, getOffer, listDueOffers, putOffer, readRedirects } from "./attendants.js";
export type { ContactRedirects } from "./attendants.js";
export { claimOutOfHours, insertDecision, listDecisions, setTicketFlow } from "./ticketFlow.js";
export type { DecisionRow } from "./ticketFlow.js";
export {
  deleteShares,
  hasWaiting,
  listWaiting,
  lockSharing,
  lockWaiting,
  putShare,
  readLastAttendant,
  readLoads,
  type WaitingShare,
} from "./shares.js";
export { followAbsences, listUnanswered, lockUnanswered } from "./absences.js";
