import type { ChatPersonView, ChatView } from "@balcao/contracts/chats";

/** The other person of a chat; null for a group, and for somebody who only reads the chat. */
export function counterpartOf({ isGroup, user, callingUser, users }: ChatView, selfId: number): ChatPersonView | null {
  if (isGroup || !users.some(({ id }) => id === selfId)) return null;
  return user.id === selfId ? callingUser : user;
}

/** What a chat is called: its group, the other person, or both for who only reads; deleted people say so (CHAT-021). */
export function chatTitle(chat: ChatView, selfId: number, deleted: (name: string) => string): string {
  if (chat.isGroup) return chat.groupName ?? "";
  const nameOf = ({ id, name }: ChatPersonView): string =>
    (id === chat.userId ? chat.userName : chat.callingName) === null ? name : deleted(name);
  const other = counterpartOf(chat, selfId);
  return other ? nameOf(other) : [chat.user, ...(chat.callingUser ? [chat.callingUser] : [])].map(nameOf).join(", ");
}
