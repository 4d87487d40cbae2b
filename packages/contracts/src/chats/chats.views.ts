import type { MediaView } from "../messages/messages.views.js";

/** A person as a chat shows them. The address of the picture is signed for the session. */
export interface ChatPersonView {
  readonly id: number;
  readonly name: string;
  readonly profilePicUrl: string | null;
}

/** A participant. `readMessageId` is the newest message that this person has read; null for none. */
export interface ChatUserView {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly isDeleted: boolean;
  readonly readMessageId: number | null;
}

/** How many messages each participant has not read, as `messagesUnreadBy7` (D-090). */
type UnreadByUser = { readonly [key in `messagesUnreadBy${number}`]: number };

/**
 * An internal chat: between `user`, who started it, and `callingUser`, or a group.
 * `userName` and `callingName` are set for deleted people alone.
 */
export type ChatView = UnreadByUser & {
  readonly id: number;
  readonly isGroup: boolean;
  readonly groupName: string | null;
  readonly userId: number;
  readonly callingUserId: number | null;
  readonly user: ChatPersonView;
  readonly callingUser: ChatPersonView | null;
  readonly userName: string | null;
  readonly callingName: string | null;
  readonly users: readonly ChatUserView[];
  readonly lastMessage: string;
  /** Added: who wrote the last message; null while there is none. */
  readonly lastSenderId: number | null;
  readonly updatedAt: string;
  /** Of the person who asks; 0 for an administrator who does not take part. */
  readonly messagesUnread: number;
  /** Added: whether the person who asks may write, which is for participants. */
  readonly mayWrite: boolean;
  /** Added: rises with each change; an older view never replaces a newer one. */
  readonly version: number;
};

/** A page of chats, newest activity first. */
export interface ChatListView {
  readonly chats: readonly ChatView[];
  readonly hasMore: boolean;
  readonly count: number;
}

interface ChatQuotedView {
  readonly id: string;
  readonly body: string;
  readonly senderId: number;
  readonly senderName: string;
  readonly mediaType: ChatMessageType;
}

/** What a message of a chat may be. `chat` is a text. */
type ChatMessageType = "chat" | "image" | "audio" | "video" | "document" | "location" | "vcard";

/** A message of a chat. `id` is text, as of other messages. */
export interface ChatMessageView {
  readonly id: string;
  readonly chatId: number;
  readonly senderId: number;
  readonly sender: { readonly id: number; readonly name: string };
  readonly body: string;
  readonly mediaType: ChatMessageType;
  readonly mediaUrl: string | null;
  /** Added: the file's facts. */
  readonly media: MediaView | null;
  readonly quotedMsgId: string | null;
  readonly quotedMsg: ChatQuotedView | null;
  /** The text before the last edit. */
  readonly editedMsg: string | null;
  /** Added: edited, or deleted: a deleted message keeps its place without its content. */
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  /** 1 sent, 2 read by every other participant. */
  readonly ack: 1 | 2;
  readonly fromMe: boolean;
  /** Whether the person who asks has read it. */
  readonly read: boolean;
  readonly createdAt: string;
  /** Added: the key that the client gave it, by which the client recognizes it. */
  readonly clientKey: string | null;
}

/** A page of messages, oldest first; page 1 holds the newest. */
export interface ChatMessagePageView {
  readonly messages: readonly ChatMessageView[];
  /** More messages follow in the direction of the page: older ones, with `after` newer ones. */
  readonly hasMore: boolean;
  /** Added: there are messages newer than those of the page. */
  readonly hasNewer: boolean;
}

/** The messages of a chat that contain a text, newest first, at most 100. */
export interface FoundChatMessagesView {
  readonly messages: readonly ChatMessageView[];
  /** Added: the search ran out of time; `messages` is empty then. */
  readonly partial: boolean;
}

/** Who has read a message, and when (added call). */
export interface ChatReadersView {
  readonly readers: readonly { readonly userId: number; readonly name: string; readonly readAt: string | null }[];
}
