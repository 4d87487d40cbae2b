import type { ServerEventName } from "./events.js";

const TICKETS = "who sees the ticket and joined it: `joinTickets` of its list, `joinChatBox` of it, or `joinNotification` where it rings";

/** Who receives each event; printed into docs/wire/events.md. */
export const EVENT_AUDIENCES: { readonly [N in ServerEventName]: string } = {
  ticket: TICKETS,
  appMessage: TICKETS,
  ticketBot: "who sees the ticket, without a join",
  contact: "everybody, without a join",
  whatsapp: "everybody, without a join; texts and codes for administrators alone",
  whatsappSession: "everybody, without a join; codes and reasons for administrators alone",
  user: "everybody, without a join; user 1 alone receives those of itself",
  queue: "everybody, without a join",
  tag: "everybody, without a join",
  quickAnswer: "who has it, without a join; the others hear of a deletion",
  savedView: "who sees the view, without a join; who saw it before gets `delete`",
  settings: "everybody, without a join; settings of the super administrator for that person alone",
  pergunta: "everybody, without a join",
  template: "everybody, without a join",
  protocolo: "who sees the ticket, without a join",
  chat: "participants and administrators who joined with `joinChats` or `joinChatBox` of the chat; who was removed gets `delete`",
  ticketChat: "participants who joined with `joinNotification`",
  appMessageChat: "participants who joined with `joinChats`; participants and administrators with `joinChatBox` of the chat",
  unreadMessageChat: "the person concerned, with `joinNotification` or `joinChats`",
  notice: "the person who is told and may see what it is about, with `joinNotification`",
  job: "the person whose job it is, without a join",
  account: "the person whose account it is, without a join",
  envioMassa: "everybody, without a join; at most once a second for each mass send",
  agendamento: "everybody, without a join; at most once a second for each schedule",
  mensagemAgendada: "who sees the ticket, without a join",
  ticketCounts: "who asked for it with `watchCounts`",
  chatPresence: "who reads the chat and joined it with `joinChatBox`",
  ticketPresence: "who sees the ticket and joined it with `joinChatBox`, or shows its row by `watchPresence`: then at most twice a second",
  resync: "the socket whose gap cannot be replayed",
  ready: "every socket, first of all",
  restarting: "every socket of a server that ends, last of all",
};
