import type { ServerEventName } from "./events.js";

const TICKETS = "who sees the ticket and joined it: `joinTickets` of its list, `joinChatBox` of it, or `joinNotification` where it rings";

/** Who hears each event; printed into docs/wire/events.md. */
export const HEARD_BY: { readonly [N in ServerEventName]: string } = {
  ticket: TICKETS,
  appMessage: TICKETS,
  ticketBot: "who sees the ticket, without a join",
  contact: "everybody, without a join",
  whatsapp: "everybody, without a join; texts and codes for administrators alone",
  whatsappSession: "everybody, without a join; codes and reasons for administrators alone",
  user: "everybody, without a join; user 1 alone hears of itself",
  queue: "everybody, without a join",
  settings: "everybody, without a join; settings of the super administrator for that person alone",
  template: "everybody, without a join",
  ticketCounts: "who asked for it with `watchCounts`",
  resync: "the socket whose gap cannot be replayed",
  ready: "every socket, first of all",
};
