import type { ChatView } from "@balcao/contracts/chats";
import type { MentionView } from "@balcao/contracts/mentions";
import type { TicketView } from "@balcao/contracts/tickets";
import { pathOf, tagOf } from "@balcao/domain/notifications";
import { chatTitle, counterpartOf } from "../../lib/chatTitle";

/** A row of the bell: a ticket or a chat with unread messages, or a mention. */
export interface BellEntry {
  readonly key: string;
  readonly address: string;
  readonly name: string;
  readonly picture: string | null;
  readonly text: string;
  readonly updatedAt: string;
  /** The number of unread messages; null for a mention. */
  readonly unread: number | null;
}

interface Unread {
  readonly tickets: readonly TicketView[];
  readonly chats: readonly ChatView[];
  readonly mentions: readonly MentionView[];
}

/** What the rows say of people. */
interface BellWords {
  readonly deleted: (name: string) => string;
  readonly mention: (author: string, text: string) => string;
}

/** Everything unread, and who mentioned the person, newest first (SHELL-040, SHELL-042, D-254). */
export function toBellEntries({ tickets, chats, mentions }: Unread, selfId: number, words: BellWords): readonly BellEntry[] {
  const ofTickets = tickets.map(({ id, contact, lastMessage, updatedAt, unreadMessages }): BellEntry => {
    const { name, profilePicUrl: picture } = contact;
    return { key: `ticket-${id}`, address: `/tickets/${id}`, name, picture, text: lastMessage, updatedAt, unread: unreadMessages };
  });
  const ofChats = chats.map((chat): BellEntry => ({
    key: `chat-${chat.id}`,
    address: `/tickets/0/${chat.id}`,
    name: chatTitle(chat, selfId, words.deleted),
    picture: counterpartOf(chat, selfId)?.profilePicUrl ?? null,
    text: chat.lastMessage,
    updatedAt: chat.updatedAt,
    unread: chat.messagesUnread,
  }));
  const ofMentions = mentions.map(({ messageId, ticketId, author, text, createdAt, contact }): BellEntry => {
    const target = { kind: "mention", id: ticketId, messageId: Number(messageId) } as const;
    return {
      key: tagOf(target),
      address: pathOf(target),
      name: contact.name,
      picture: contact.profilePicUrl,
      text: words.mention(author.name, text),
      updatedAt: createdAt,
      unread: null,
    };
  });
  return [...ofMentions, ...ofTickets, ...ofChats].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}
