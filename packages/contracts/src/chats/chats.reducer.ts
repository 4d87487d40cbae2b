import type { ChatEvent, ChatMessageEvent } from "../live/events.js";
import { upsertMessage } from "../messages/messagePages.reducer.js";
import type { MessagePageView, MessageView } from "../messages/messages.views.js";
import type { ChatListView, ChatMessagePageView, ChatMessageView, ChatView } from "./chats.views.js";

/**
 * A room is a ticket or a chat, where browsers treat both alike: its id is the id of the ticket, or
 * minus the id of the chat.
 */
export const chatRoomId = (chatId: number): number => -chatId;
/** The chat of a room; null for a ticket. */
export const chatIdOf = (roomId: number): number | null => (roomId < 0 ? -roomId : null);

/** Acks of messages in general: 3 is read, which a chat calls 2. */
const toAck = (ack: ChatMessageView["ack"]): MessageView["ack"] => (ack === 2 ? 3 : 1);

/** A message of a chat in the fields of other messages, so that the same list shows it. */
export function toRoomMessage(message: ChatMessageView): MessageView {
  const { sender, quotedMsg: quoted, fromMe } = message;
  return {
    id: message.id,
    body: message.body,
    fromMe,
    mediaType: message.mediaType,
    mediaUrl: message.mediaUrl,
    mediaUrlLiteral: null,
    ack: toAck(message.ack),
    read: message.read,
    createdAt: message.createdAt,
    quotedMsg: quoted && {
      id: quoted.id,
      body: quoted.body,
      fromMe: quoted.senderId === sender.id && fromMe,
      mediaType: quoted.mediaType,
      contact: { id: quoted.senderId, name: quoted.senderName },
      fileName: null,
    },
    isEdited: message.isEdited,
    editedMsg: message.editedMsg,
    editUnreadable: false,
    isDeleted: message.isDeleted,
    forward: false,
    errorLog: null,
    templateData: null,
    dataJson: null,
    downloadAttempts: 0,
    ticketId: chatRoomId(message.chatId),
    contact: fromMe ? null : sender,
    userId: sender.id,
    userName: sender.name,
    media: message.media,
    sending: fromMe ? "sent" : null,
    clientKey: message.clientKey,
    transcription: null,
    mentions: [],
    handover: null,
    reactions: [],
  };
}

export const toRoomPage = (page: ChatMessagePageView): MessagePageView => ({ ...page, messages: page.messages.map(toRoomMessage) });

/** The loaded messages of a chat after an `appMessageChat` event; replies show what their quoted message says now. */
export function applyChatMessage(page: MessagePageView, { message }: Pick<ChatMessageEvent, "message">): MessagePageView {
  const changed = upsertMessage(page, toRoomMessage(message));
  const isStale = ({ quotedMsg }: MessageView): boolean => quotedMsg?.id === message.id && quotedMsg.body !== message.body;
  const renew = (other: MessageView): MessageView =>
    other.quotedMsg && isStale(other) ? { ...other, quotedMsg: { ...other.quotedMsg, body: message.body } } : other;
  return { ...changed, messages: changed.messages.map(renew) };
}

/** How far everybody but `senderId` has read: messages up to this id have two ticks. */
export function readByAll(users: ChatView["users"], senderId: number): number {
  const others = users.filter((user) => user.id !== senderId && !user.isDeleted);
  return others.length === 0 ? 0 : Math.min(...others.map(({ readMessageId }) => readMessageId ?? 0));
}

/** The loaded messages of a chat after somebody has read or the participants changed: ticks, and what the person has read. */
export function applyChatReads(page: MessagePageView, chat: ChatView, selfId: number): MessagePageView {
  const self = chat.users.find(({ id }) => id === selfId);
  const readTo = new Map<number, number>();
  const readOf = (senderId: number): number => {
    const known = readTo.get(senderId) ?? readByAll(chat.users, senderId);
    readTo.set(senderId, known);
    return known;
  };
  const messages = page.messages.map((message) => {
    const ack = toAck(Number(message.id) <= readOf(message.userId ?? 0) ? 2 : 1);
    const read = message.fromMe || !self || Number(message.id) <= (self.readMessageId ?? 0);
    return ack === message.ack && read === message.read ? message : { ...message, ack, read };
  });
  return messages.every((message, at) => message === page.messages[at]) ? page : { ...page, messages };
}

/** The position after a chat in the list, for the next page. */
export const chatCursor = ({ updatedAt, id }: Pick<ChatView, "updatedAt" | "id">): string => `${updatedAt}~${id}`;

const byNewest = (a: ChatView, b: ChatView): number => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1);

/**
 * A loaded list after a `chat` event (INBOX-031); `belongs` says which chats it holds. A chat beyond
 * the loaded ones is left to its page.
 */
export function applyChatToList(list: ChatListView, event: ChatEvent, belongs: (chat: ChatView) => boolean): ChatListView {
  const held = list.chats.find(({ id }) => id === event.chatId);
  const others = held ? list.chats.filter((chat) => chat !== held) : list.chats;
  if (event.action === "delete" || !belongs(event.chat)) return held ? { ...list, chats: others, count: list.count - 1 } : list;
  // An equal version is shown: its names and rights follow the people, who change without the chat, and a later event knows them better.
  if (held && held.version > event.chat.version) return list;
  const last = others.at(-1);
  const count = list.count + (held ? 0 : 1);
  if (list.hasMore && last !== undefined && byNewest(last, event.chat) < 0) return { ...list, chats: others, count };
  return { ...list, chats: [...others, event.chat].sort(byNewest), count };
}

/** Whether a list of the person's own chats, or of all, holds a chat that an event brought. */
export const isChatOf =
  (selfId: number, all: boolean) =>
  ({ users }: ChatView): boolean =>
    all || users.some(({ id }) => id === selfId);
