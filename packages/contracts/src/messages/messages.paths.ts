import { path } from "../route/route.js";

export const messagePaths = {
  listForIos: path("GET", "/messages/ios/:ticketId"),
  search: path("GET", "/messages/search/:ticketId"),
  gallery: path("GET", "/messages/gallery/:ticketId"),
  info: path("GET", "/messages/info/:messageId"),
  list: path("GET", "/messages/:ticketId"),
  send: path("POST", "/messages/:ticketId"),
  change: path("PUT", "/messages/:ticketId"),
  delete: path("DELETE", "/messages/:messageId"),
  sendToContact: path("POST", "/send"),
  sendCard: path("POST", "/messages/vcard/:ticketId"),
  forward: path("POST", "/messages/forward/:messageId"),
  react: path("POST", "/messages/reaction/:messageId"),
  reprocess: path("POST", "/whatsapp/meow/webhook/:webhook"),
  fetchMedia: path("POST", "/messages/media/:messageId"),
  openQuarantined: path("POST", "/messages/quarantine/:messageId"),
  transcribe: path("POST", "/messages/transcribe/:messageId"),
  settle: path("POST", "/messages/unconfirmed/:messageId"),
} as const;
