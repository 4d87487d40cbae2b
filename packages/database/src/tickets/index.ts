export { addMessagesToTicket, insertTicket, lockLiveTicket, lockNewestTicket, lockTicket, patchTicket, raiseTicketVersion, setTicketRead } from "./ticketWrites.js";
export type { LockedTicket, NewMessages } from "./ticketWrites.js";
