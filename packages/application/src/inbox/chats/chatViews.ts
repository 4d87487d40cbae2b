import { writesChat } from "@balcao/domain/chats";
import { readByAll, type ChatMessageView, type ChatPersonView, type ChatUserView, type ChatView } from "@balcao/contracts/chats";
import type { MediaView } from "@balcao/contracts/messages";
import type { ChatMessageRow, ChatRow } from "@balcao/database/chats";
import type { Actor } from "@balcao/domain/access";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { thumbUrlOf, type Presenter } from "../tickets/index.js";
import { toChatFacts } from "./accessChat.js";

type ChatPresenter = Pick<Presenter, "directory" | "fileUrl">;

/** What of a chat is the same for everybody; made once per row, because a group's event has many readers. */
interface SharedPart {
  readonly users: readonly ChatUserView[];
  readonly unreadBy: { readonly [key in `messagesUnreadBy${number}`]: number };
}

const shared = new WeakMap<ChatRow, SharedPart>();

function sharedPartOf(row: ChatRow, { users }: DirectorySnapshot): SharedPart {
  const known = shared.get(row);
  if (known) return known;
  const made: SharedPart = {
    users: row.people.map(({ userId, readMessageId }) => {
      const user = users.get(userId);
      return { id: userId, name: user?.name ?? "", active: user?.active ?? false, isDeleted: user?.deleted ?? true, readMessageId };
    }),
    unreadBy: Object.fromEntries(row.people.map(({ userId, unread }) => [`messagesUnreadBy${userId}`, unread])),
  };
  shared.set(row, made);
  return made;
}

function personView(id: number, { directory, fileUrl }: ChatPresenter): ChatPersonView {
  const user = directory.users.get(id);
  return {
    id,
    name: user?.name ?? "",
    profilePicUrl: user && !user.deleted && user.pictureFileId !== null ? fileUrl(user.pictureFileId) : null,
  };
}

/** The name of a deleted person, under which the chat stays. */
const keptName = (id: number | null, { users }: DirectorySnapshot): string | null => {
  const user = id === null ? undefined : users.get(id);
  return user?.deleted === true ? user.name : null;
};

/** What of a chat differs from person to person. */
export function ownChatPart(row: ChatRow, actor: Actor, directory: DirectorySnapshot): Pick<ChatView, "messagesUnread" | "mayWrite"> {
  return {
    messagesUnread: row.people.find(({ userId }) => userId === actor.id)?.unread ?? 0,
    mayWrite: writesChat(actor, toChatFacts(row, directory)),
  };
}

/** What of a message differs from person to person. */
export function ownMessagePart(
  row: ChatMessageRow,
  chat: ChatRow,
  actor: Pick<Actor, "id">,
): Pick<ChatMessageView, "fromMe" | "read" | "clientKey"> {
  const fromMe = row.senderId === actor.id;
  const own = chat.people.find(({ userId }) => userId === actor.id);
  return { fromMe, read: fromMe || !own || row.id <= (own.readMessageId ?? 0), clientKey: fromMe ? row.clientKey : null };
}

/** Converts a chat to its wire fields for one person (CHAT-024). */
export function toChatView(row: ChatRow, actor: Actor, presenter: ChatPresenter): ChatView {
  const { directory } = presenter;
  const { users, unreadBy } = sharedPartOf(row, directory);
  return {
    ...unreadBy,
    id: row.id,
    isGroup: row.isGroup,
    groupName: row.groupName,
    userId: row.userId,
    callingUserId: row.callingUserId,
    user: personView(row.userId, presenter),
    callingUser: row.callingUserId === null ? null : personView(row.callingUserId, presenter),
    userName: keptName(row.userId, directory),
    callingName: keptName(row.callingUserId, directory),
    users,
    lastMessage: row.lastMessage,
    lastSenderId: row.lastSenderId,
    updatedAt: row.lastActivity.toISOString(),
    ...ownChatPart(row, actor, directory),
    version: row.version,
  };
}

/** Converts a message to its wire fields for one person (CHAT-025); a deleted one keeps its place alone (D-087). */
export function toChatMessageView(row: ChatMessageRow, chat: ChatRow, actor: Actor, presenter: ChatPresenter): ChatMessageView {
  const { users } = sharedPartOf(chat, presenter.directory);
  const nameOf = (id: number): string => presenter.directory.users.get(id)?.name ?? "";
  return {
    id: String(row.id),
    chatId: row.chatId,
    senderId: row.senderId,
    sender: { id: row.senderId, name: nameOf(row.senderId) },
    body: row.body,
    mediaType: row.type,
    mediaUrl: row.fileId === null ? null : presenter.fileUrl(row.fileId),
    media: mediaView(row, presenter.fileUrl),
    quotedMsgId: row.quotedId === null ? null : String(row.quotedId),
    quotedMsg: quotedView(row, nameOf),
    editedMsg: row.previousBody,
    isEdited: row.previousBody !== null,
    isDeleted: row.isDeleted,
    ack: row.id <= readByAll(users, row.senderId) ? 2 : 1,
    createdAt: row.createdAt.toISOString(),
    ...ownMessagePart(row, chat, actor),
  };
}

function quotedView(row: ChatMessageRow, nameOf: (id: number) => string): ChatMessageView["quotedMsg"] {
  if (row.quotedId === null || row.quotedSenderId === null) return null;
  return {
    id: String(row.quotedId),
    body: row.quotedBody ?? "",
    senderId: row.quotedSenderId,
    senderName: nameOf(row.quotedSenderId),
    mediaType: row.quotedType ?? "chat",
  };
}

function mediaView(row: ChatMessageRow, fileUrl: ChatPresenter["fileUrl"]): MediaView | null {
  if (row.fileId === null) return null;
  return {
    state: "ready",
    mime: row.fileMime,
    thumbUrl: thumbUrlOf(row, fileUrl),
    fileName: row.fileName,
    size: row.fileSize,
    width: row.fileWidth,
    height: row.fileHeight,
    seconds: row.fileSeconds,
    voice: row.isVoice,
    peaks: null,
    voiceFault: null,
    quarantined: false,
  };
}
