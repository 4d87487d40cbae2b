import { path } from "../route/route.js";

export type { MentionableView, NoticeView } from "./notices.views.js";
export { applyNoticeEvent } from "./notices.reducer.js";

export const noticePaths = {
  list: path("GET", "/notices"),
  seen: path("POST", "/notices/seen"),
  people: path("GET", "/mentions/:ticketId"),
} as const;
