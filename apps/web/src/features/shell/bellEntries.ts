import type { ChatView } from "@balcao/contracts/chats";
import type { TicketView } from "@balcao/contracts/tickets";
import { chatTitle, counterpartOf } from "../../lib/chatTitle";

/** A row of the bell: a ticket or a chat with unread messages. */
export interface BellEntry {
  readonly key: string;
  readonly address: string;
  readonly name: string;
  readonly picture: string | null;
  readonly text: string;
  readonly updatedAt: string;
  readonly unread: number;
}

interface Unread {
  readonly tickets: readonly TicketView[];
  readonly chats: readonly ChatView[];
}

/** Everything unread, newest first (SHELL-040, SHELL-042). */
export function toBellEntries({ tickets, chats }: Unread, selfId: number, deleted: (name: string) => string): readonly BellEntry[] {
  const ofTickets = tickets.map(({ id, contact, lastMessage, updatedAt, unreadMessages }): BellEntry => {
    const { name, profilePicUrl: picture } = contact;
    return { key: `ticket-${id}`, address: `/tickets/${id}`, name, picture, text: lastMessage, updatedAt, unread: unreadMessages };
  });
  const ofChats = chats.map((chat): BellEntry => ({
    key: `chat-${chat.id}`,
    address: `/tickets/0/${chat.id}`,
    name: chatTitle(chat, selfId, deleted),
    picture: counterpartOf(chat, selfId)?.profilePicUrl ?? null,
    text: chat.lastMessage,
    updatedAt: chat.updatedAt,
    unread: chat.messagesUnread,
  }));
  return [...ofTickets, ...ofChats].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}
