import { path } from "../route/route.js";

export const templatePaths = {
  listForConnection: path("GET", "/meta/templates/wpp/:whatsappId"),
  listForTicket: path("GET", "/meta/templates/:ticketId"),
  /** Stores a file for the header or a card of a template (added call). */
  upload: path("POST", "/meta/templates/files"),
  send: path("POST", "/meta/templates"),
  create: path("POST", "/meta/templates/create/:whatsappId"),
  delete: path("DELETE", "/meta/template/:whatsappId/:name"),
} as const;
