import type { NoticeEvent } from "../live/events.js";
import type { NoticeView } from "./notices.views.js";

/** The notices of the bell after a `notice` event, newest first; hearing it again changes nothing. */
export function applyNoticeEvent(list: readonly NoticeView[], event: NoticeEvent): readonly NoticeView[] {
  const gone = new Set(event.action === "create" ? [event.notice.id] : event.noticeIds);
  const others = list.filter(({ id }) => !gone.has(id));
  return event.action === "create" ? [event.notice, ...others] : others;
}
