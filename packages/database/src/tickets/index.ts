export {
  addMessagesToTicket,
  insertTicket,
  lockLiveTicket,
  lockNewestTicket,
  lockTicket,
  lockTicketsOfAck,
  lockTicketsOfSends,
  patchTicket,
  raiseTicketVersion,
  setTicketRead,
  setTicketReadUpTo,
} from "./ticketWrites.js";
export type { LockedTicket, NewMessages } from "./ticketWrites.js";
export { countTicketsByRanges, foldTicketCells, readTicketCells } from "./ticketCounts.js";
export { listTicketsByFilter, MAX_COUNT, TICKET_FIELDS } from "./ticketFilters.js";
export type { TicketFilter } from "./ticketFilters.js";
export { listTicketsByRanges } from "./ticketLists.js";
export type { TicketCursor, TicketPage, TicketRangePage, TicketRangeQuery } from "./ticketLists.js";
export { getNewestMessage, setTicketPreview } from "./ticketPreviews.js";
export type { NewestMessage } from "./ticketPreviews.js";
export { getLiveTicketRow, getTicketRow, getTicketRowsByIds, TICKET_COLUMNS } from "./ticketRows.js";
export type { TicketRow } from "./ticketRows.js";
