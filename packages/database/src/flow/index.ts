export {
  isIdleTicket,
  listIdleTickets,
  claimOutOfHours,
  insertDecision,
  listDecisions,
  setTicketFlow,
  type DecisionRow,
} from "./ticketFlow.js";
export {
  deleteOffer,
  getOffer,
  listDueOffers,
  putOffer,
  readRedirects,
  type ContactRedirects,
  followAbsences,
  listUnanswered,
  lockUnanswered,
} from "./attendants.js";
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
