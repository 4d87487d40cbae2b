import { chatRoomId, type ChatView } from "@balcao/contracts/chats";
import type { TicketView } from "@balcao/contracts/tickets";
import { CAPABILITIES, DEFAULT_CONNECTOR, type ConnectorApi } from "@balcao/domain/connections";

/** What messages and message box need to know of where they are: a ticket or an internal chat. */
export interface Room {
  /** The id of a ticket, or minus the id of a chat; drafts, files and unsent messages are kept under it. */
  readonly id: number;
  readonly name: string;
  /** Messages show who wrote them. */
  readonly isGroup: boolean;
  readonly unread: number;
  /** How far the ticks of the connection go; null where they are all known. */
  readonly ticksOf: ConnectorApi | null;
  /** The connection that limits files and offers templates. */
  readonly api: ConnectorApi;
  /** What customers get beside the text: placeholders, signature, comments, templates, quick answers, cards. */
  readonly customer: {
    readonly name: string;
    readonly number: string;
    readonly queue: string;
    /** Where answers go, when the customer has several numbers there; null without a choice. */
    readonly answersTo: TicketView["answersTo"];
  } | null;
  /** The contact of a group whose participants can be mentioned, or the names of a chat's people; null for nobody. */
  readonly mentionsOf: number | readonly string[] | null;
}

export function ticketRoom({ id, contact, contactId, isGroup, unreadMessages, whatsapp, queue, answersTo }: TicketView): Room {
  const api = whatsapp?.api ?? DEFAULT_CONNECTOR;
  return {
    id,
    name: contact.name,
    isGroup,
    unread: unreadMessages,
    ticksOf: whatsapp?.api ?? null,
    api,
    customer: { name: contact.name, number: contact.number ?? "", queue: queue?.name ?? "", answersTo },
    mentionsOf: isGroup && CAPABILITIES[api].mentions ? contactId : null,
  };
}

/** A chat takes files as the connector with the largest limit; in a group its other people can be mentioned. */
export const chatRoom = ({ id, messagesUnread, users, ...chat }: ChatView, name: string, isGroup: boolean, selfId: number): Room => ({
  id: chatRoomId(id),
  name,
  isGroup,
  unread: messagesUnread,
  ticksOf: null,
  api: "meow",
  customer: null,
  mentionsOf: chat.isGroup ? users.filter((user) => user.id !== selfId && !user.isDeleted).map((user) => user.name) : null,
});
