export { endInvitation } from "./endInvitation.js";
export { inviteToTicket } from "./inviteToTicket.js";
export { listInvitedTickets } from "./listInvitedTickets.js";
