import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { UPLOAD_ERRORS } from "../errors/index.js";
import { route } from "../route/route.js";
import { activityCursor, day, exactText, flag, id, idList, integer, object, reference, text } from "../route/wire.js";
import { chatPaths } from "./index.js";
import type {
  ChatListView,
  ChatMessagePageView,
  ChatMessageView,
  ChatReadersView,
  ChatView,
  FoundChatMessagesView,
} from "./chats.views.js";

const limits = LIMITS.chat;

/** Who is not in the chat: ERR_NO_CHAT_PERMISSION with its sentence. */
const ACCESS_ERRORS = ["ERR_NOT_FOUND", "ERR_NO_CHAT_PERMISSION"] as const;
const WRITE_ERRORS = [...ACCESS_ERRORS, "ERR_CHAT_READ_ONLY"] as const;

/**
 * Internal chats (API-102…API-110; readers and deletion are added, D-087). The person is the one of
 * the session: `sender`, `user` and `userId` decide nothing (S-22).
 */
export const chatRoutes = {
  list: route<ChatListView>()(chatPaths.list, {
    policy: "signedIn",
    query: object({
      searchParam: text(200),
      pageNumber: integer(1, 100_000),
      /** Added: the position after the last chat of the page before, `{updatedAt}~{id}`. */
      cursor: activityCursor(),
      limit: integer(1, 100),
      date: day(),
      /** Honoured for administrators alone. */
      showAll: flag(),
      withUnreadMessages: flag(),
      /** Without effect. */
      status: text(50),
      queueIds: text(10_000),
    }),
    toInput: ({ query }) => ({
      search: query.searchParam ?? "",
      pageNumber: query.pageNumber ?? 1,
      cursor: query.cursor,
      limit: query.limit,
      date: query.date,
      showAll: query.showAll ?? false,
      withUnread: query.withUnreadMessages ?? false,
    }),
  }),
  create: route<ChatView>()(chatPaths.create, {
    policy: "signedIn",
    grows: true,
    body: object({
      userId: id(),
      callingUserId: id(),
      isGroup: flag(),
      groupName: text(limits.groupName.max),
      users: idList(limits.participants),
      log: auditNote(),
    }),
    toInput: ({ body: { log, userId, callingUserId, isGroup, groupName, users } }) => ({
      userId,
      otherId: callingUserId,
      isGroup: isGroup ?? false,
      groupName: groupName ?? "",
      userIds: users ?? [],
      note: toAuditNote(log),
    }),
    errors: ["ERR_CHAT_WITH_SELF", "ERR_NO_USER_FOUND", "ERR_USER_NO_ACTIVE", "ERR_NO_PERMISSION"],
  }),
  search: route<FoundChatMessagesView>()(chatPaths.search, {
    policy: "chat",
    query: object({ messageToSearch: text(200).required("required"), userId: id() }),
    toInput: ({ params, query }) => ({ chatId: params.chatId, text: query.messageToSearch }),
    errors: ACCESS_ERRORS,
  }),
  get: route<ChatView>()(chatPaths.get, { policy: "chat", toInput: ({ params }) => params, errors: ACCESS_ERRORS }),
  change: route<ChatView>()(chatPaths.change, {
    policy: "chat",
    /** Added: the name of the group. */
    body: object({
      users: idList(limits.participants),
      groupName: text(limits.groupName.max).min(limits.groupName.min, "min"),
      log: auditNote(),
    }),
    toInput: ({ params, body }) => ({ ...params, userIds: body.users, groupName: body.groupName, note: toAuditNote(body.log) }),
    errors: [...ACCESS_ERRORS, "ERR_NO_USER_FOUND", "ERR_USER_NO_ACTIVE", "ERR_CHAT_NOT_GROUP", "ERR_CHAT_CREATOR"],
  }),
  messages: route<ChatMessagePageView>()(chatPaths.messages, {
    policy: "chat",
    body: object({
      chatId: id().required("required"),
      pageNumber: integer(1, 1_000_000),
      user: id(),
      /** Added, as in the messages of tickets: the page before, after or around a message, and its length. */
      before: id(),
      after: id(),
      around: id(),
      limit: integer(1, 100),
    }),
    toInput: ({ body: { user: _user, ...page } }) => ({ ...page, pageNumber: page.pageNumber ?? 1 }),
    errors: [...ACCESS_ERRORS, "ERR_FETCH_WAPP_MSG"],
  }),
  readers: route<ChatReadersView>()(chatPaths.readers, {
    policy: "chat",
    toInput: ({ params }) => params,
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_CHAT_PERMISSION"],
  }),
  read: route<{ readonly messagesUnread: number }>()(chatPaths.read, {
    policy: "chat",
    body: object({ userId: id() }),
    toInput: ({ params, body }) => ({ ...params, userId: body.userId }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_CHAT_PERMISSION", "ERR_NO_PERMISSION"],
  }),
  send: route<ChatMessageView | readonly ChatMessageView[]>()(chatPaths.send, {
    policy: "chat",
    grows: true,
    body: object({
      body: exactText(65_536),
      sender: id(),
      quotedMsg: reference(),
      /** Added: the body is a location or a contact card (CHAT-015, CHAT-016). */
      mediaType: text(20).oneOf(["chat", "location", "vcard"], "oneOf"),
      /** Added: the files contain a voice note. */
      voice: flag(),
    }),
    files: { field: "medias", maxFiles: 10 },
    limitBytes: 256 * 1024,
    toInput: ({ params, body }) => ({
      ...params,
      body: body.body ?? "",
      quotedMessageId: body.quotedMsg,
      type: body.mediaType ?? "chat",
      voice: body.voice ?? false,
    }),
    errors: [...WRITE_ERRORS, "ERR_FETCH_WAPP_MSG", ...UPLOAD_ERRORS],
  }),
  edit: route<ChatMessageView>()(chatPaths.edit, {
    policy: "chat",
    body: object({ editedMsg: reference().required("required"), body: exactText(65_536) }),
    limitBytes: 256 * 1024,
    toInput: ({ params, body }) => ({ ...params, messageId: body.editedMsg, body: body.body ?? "" }),
    errors: [...WRITE_ERRORS, "ERR_FETCH_WAPP_MSG"],
  }),
  delete: route<ChatMessageView>()(chatPaths.delete, {
    policy: "chat",
    toInput: ({ params }) => params,
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_CHAT_PERMISSION", "ERR_CHAT_READ_ONLY"],
  }),
} as const;
