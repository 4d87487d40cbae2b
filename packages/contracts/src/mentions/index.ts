import { path } from "../route/route.js";

export type { MentionableView, MentionView } from "./mentions.views.js";
export { applyMentionEvent } from "./mentions.reducer.js";

export const mentionPaths = {
  list: path("GET", "/mentions"),
  people: path("GET", "/mentions/:ticketId"),
  seen: path("POST", "/mentions/:ticketId/seen"),
} as const;
