import { path } from "../route/route.js";

export const ticketPaths = {
  list: path("GET", "/tickets"),
  search: path("GET", "/tickets/filter"),
  ids: path("GET", "/tickets/ids"),
  next: path("GET", "/tickets/next"),
  invited: path("GET", "/tickets/invited"),
  byContact: path("GET", "/tickets/contact/:contactId"),
  ofContact: path("GET", "/tickets/history/:contactId"),
  get: path("GET", "/tickets/:ticketId"),
  decisions: path("GET", "/tickets/:ticketId/decisions"),
  summarize: path("POST", "/tickets/ai/resume/:ticketId"),
  create: path("POST", "/tickets"),
  change: path("PUT", "/tickets/:ticketId"),
  changeMany: path("POST", "/tickets/many"),
  markUnread: path("POST", "/tickets/:ticketId/unread"),
  invite: path("POST", "/tickets/:ticketId/guests"),
  endInvitation: path("DELETE", "/tickets/:ticketId/guests/:userId"),
  delete: path("DELETE", "/tickets/:ticketId"),
} as const;
