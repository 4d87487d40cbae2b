import type { MentionEvent } from "../live/events.js";
import type { MentionView } from "./mentions.views.js";

/** The mentions of the bell after a `mention` event, newest first; hearing it again changes nothing. */
export function applyMentionEvent(list: readonly MentionView[], event: MentionEvent): readonly MentionView[] {
  const gone = new Set(event.action === "create" ? [event.mention.messageId] : event.messageIds);
  const others = list.filter(({ messageId }) => !gone.has(messageId));
  return event.action === "create" ? [event.mention, ...others] : others;
}
