import { path } from "../route/route.js";

export type { MentionableView, NoticeKind, NoticeView } from "./notices.views.js";
export { noticeText, type NoticeLanguage } from "./noticeText.js";
export { applyNoticeEvent } from "./notices.reducer.js";

export const noticePaths = {
  list: path("GET", "/notices"),
  seen: path("POST", "/notices/seen"),
  people: path("GET", "/mentions/:ticketId"),
} as const;
