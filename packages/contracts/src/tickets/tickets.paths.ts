import { path } from "../route/route.js";

export const ticketPaths = {
  list: path("GET", "/tickets"),
  byContact: path("GET", "/tickets/contact/:contactId"),
  get: path("GET", "/tickets/:ticketId"),
  create: path("POST", "/tickets"),
  change: path("PUT", "/tickets/:ticketId"),
} as const;
