import { path } from "../route/route.js";

export type {
  ChatListView,
  ChatMessagePageView,
  ChatMessageView,
  ChatPersonView,
  ChatReadersView,
  ChatUserView,
  ChatView,
  FoundChatMessagesView,
} from "./chats.views.js";
export * from "./chats.reducer.js";

export const chatPaths = {
  list: path("GET", "/chats"),
  create: path("POST", "/chats"),
  get: path("GET", "/chats/:chatId"),
  change: path("PUT", "/chats/:chatId"),
  search: path("GET", "/chats/search/:chatId"),
  /** Before `send`, whose parameter would take `get` for an id. */
  messages: path("POST", "/chats/messages/get"),
  readers: path("GET", "/chats/messages/info/:messageId"),
  read: path("POST", "/chats/messages/read/:messageId"),
  send: path("POST", "/chats/messages/:chatId"),
  edit: path("PUT", "/chats/messages/:chatId"),
  delete: path("DELETE", "/chats/messages/:messageId"),
} as const;
