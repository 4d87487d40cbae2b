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
  type LockedTicket,
} from "./ticketWrites.js";
export { countTicketsByRanges, foldTicketCells, readTicketCells } from "./ticketCounts.js";
export {
  listGuestTicketIds,
  setTicketGuests,
  listContactTickets,
  listTicketsByRanges,
  type TicketCursor,
  type TicketPage,
  type TicketRangePage,
  countOwnedTickets,
  listLiveTicketsOfQueue,
  listOwnedTickets,
} from "./ticketLists.js";
export {
  countTicketsByFilter,
  getLongestWaiting,
  listTicketFacts,
  listTicketsByFilter,
  MAX_COUNT,
  NO_FILTER,
  type TicketFilter,
  type ViewOrder,
} from "./ticketFilters.js";
export type { TicketRanges } from "./newestInRanges.js";
export { MAX_HITS, searchTickets, type TicketHits, type TicketSearch } from "./ticketSearch.js";
export { keepTicketAd, setTicketMetaAgent, setTicketRecovered } from "./ticketMeta.js";
export { lockTicketOfMessage, getLiveTicketRow, getTicketRow, getTicketRowsByIds, type TicketRow } from "./ticketRows.js";
export { listUnreadTickets } from "./unreadTickets.js";
export { getNewestMessage, setTicketPreview } from "./ticketPreviews.js";
export { listDueSnoozes, listPresent, lockDueSnoozes } from "./snoozes.js";
export { listTicketsByDue } from "./dueLists.js";
export { listAds } from "./ads.js";
export { closedFor, listReasonTotals } from "./closingReasons.js";
