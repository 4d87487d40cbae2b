export {
  addMessagesToTicket,
  addReceivedToTicket,
  ANSWERED,
  deleteTicketRow,
  insertTicket,
  LOCKED_COLUMNS,
  lockLiveTicket,
  lockNewestTicket,
  lockTicket,
  lockTicketsOfAck,
  lockTicketFirst,
  lockTicketsOfSends,
  patchTicket,
  raiseTicketVersion,
  raiseTicketVersions,
  setTicketRead,
  setTicketReadUpTo,
  setTicketUnread,
} from "./ticketWrites.js";
export type { LockedTicket } from "./ticketWrites.js";
export { countTicketsByRanges, foldTicketCells, readTicketCells } from "./ticketCounts.js";
export { listGuestTicketIds, setTicketGuests } from "./guests.js";
export { countTicketsByFilter, getLongestWaiting, listTicketFacts, listTicketsByFilter, MAX_COUNT, NO_FILTER } from "./ticketFilters.js";
export type { TicketFilter, ViewOrder } from "./ticketFilters.js";
export type { TicketRanges } from "./newestInRanges.js";
export { MAX_HITS, searchTickets } from "./ticketSearch.js";
export type { TicketHits, TicketSearch } from "./ticketSearch.js";
export { keepTicketAd, setTicketMetaAgent, setTicketRecovered } from "./ticketMeta.js";
export { listContactTickets } from "./contactTickets.js";
export { lockTicketOfMessage } from "./messageTickets.js";
export { countOwnedTickets, listLiveTicketsOfQueue, listOwnedTickets } from "./ownedTickets.js";
export { listTicketsByRanges } from "./ticketLists.js";
export { listUnreadTickets } from "./unreadTickets.js";
export type { TicketCursor, TicketPage, TicketRangePage } from "./ticketLists.js";
export { getNewestMessage, setTicketPreview } from "./ticketPreviews.js";
export { getLiveTicketRow, getTicketRow, getTicketRowsByIds } from "./ticketRows.js";
export type { TicketRow } from "./ticketRows.js";
export { listDueSnoozes, listPresent, lockDueSnoozes } from "./snoozes.js";
export { listTicketsByDue } from "./dueLists.js";
export { listAds } from "./ads.js";
export { closedFor, listReasonTotals } from "./closingReasons.js";
