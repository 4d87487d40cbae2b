import { path } from "../route/route.js";

export const messagePaths = {
  listForIos: path("GET", "/messages/ios/:ticketId"),
  list: path("GET", "/messages/:ticketId"),
  send: path("POST", "/messages/:ticketId"),
  settle: path("POST", "/messages/unconfirmed/:messageId"),
} as const;
