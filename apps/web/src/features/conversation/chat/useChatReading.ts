import type { ChatView } from "@balcao/contracts/chats";
import type { MessageView } from "@balcao/contracts/messages";
import { useEffect, useSyncExternalStore } from "react";
import { call } from "../../../lib/api";

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Marks the messages of others as read while the tab is visible and the end of the list is shown (CHAT-018). */
export function useChatReading(chat: ChatView, messages: readonly MessageView[], atEnd: boolean): void {
  const visible = useSyncExternalStore(onVisibility, () => !document.hidden);
  const last = messages.findLast(({ read, fromMe }) => !read && !fromMe);
  const messageId = visible && atEnd && chat.messagesUnread > 0 && last ? Number(last.id) : null;
  useEffect(() => {
    if (messageId === null) return;
    const timer = setTimeout(() => void call("chats", "read", { params: { messageId }, body: {} }).catch(() => undefined), 600);
    return () => clearTimeout(timer);
  }, [messageId]);
}
