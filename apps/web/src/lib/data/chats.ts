import {
  applyChatMessage,
  applyChatReads,
  applyChatToList,
  chatCursor,
  chatRoomId,
  isChatOf,
  type ChatListView,
  type ChatView,
} from "@balcao/contracts/chats";
import type { ServerEvent } from "@balcao/contracts/live";
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";
import { changeMessages } from "./messages";
import { readSelf } from "./viewer";

/** What a list of chats shows. */
export interface ChatListFilter {
  /** Chats of others, too; for administrators. */
  readonly showAll: boolean;
  /** Part of a name; empty for all. */
  readonly search: string;
}

type ListPages = InfiniteData<ChatListView, string | undefined>;

const LISTS = ["chats", "list"] as const;
const PAGE_SIZE = 40;

/** A list of chats, newest activity first, page by page. */
export const chatListQuery = (filter: ChatListFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ pageParam, signal }) => {
      const { showAll, search: searchParam } = filter;
      const page = pageParam === undefined ? {} : { cursor: pageParam };
      return call("chats", "list", { query: { showAll, ...(searchParam !== "" && { searchParam }), ...page } }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => {
      const last = page.chats.at(-1);
      return page.hasMore && last ? chatCursor(last) : undefined;
    },
    meta: { live: true },
  });

/** One chat, for the conversation. */
export const chatQuery = (chatId: number) =>
  queryOptions({
    queryKey: ["chats", "one", chatId],
    queryFn: ({ signal }) => call("chats", "get", { params: { chatId } }, { signal }),
    meta: { live: true },
  });

/** The chats with unread messages, for the bell and the badge of the tab (D-022). */
export const unreadChatsQuery = queryOptions({
  queryKey: ["chats", "unread"],
  queryFn: ({ signal }) => call("chats", "list", { query: { withUnreadMessages: true, limit: 100 } }, { signal }),
  meta: { live: true },
});

/** Who has read a message, and when. */
export const chatReadersQuery = (messageId: number) =>
  queryOptions({
    queryKey: ["chats", "readers", messageId],
    queryFn: ({ signal }) => call("chats", "readers", { params: { messageId } }, { signal }),
    gcTime: 0,
  });

/** Joins loaded pages into one list; the newest count is used. */
export function joinChatPages(pages: readonly ChatListView[]): ChatListView {
  const last = pages.at(-1);
  const seen = new Set<number>();
  const chats = pages.flatMap((page) => page.chats).filter(({ id }) => !seen.has(id) && seen.add(id));
  return { chats, hasMore: last?.hasMore ?? false, count: last?.count ?? 0 };
}

function chunkChatPages(list: ChatListView): ListPages {
  const pages: ChatListView[] = [];
  const pageParams: (string | undefined)[] = [];
  for (let at = 0; at === 0 || at < list.chats.length; at += PAGE_SIZE) {
    const before = list.chats[at - 1];
    pageParams.push(before && chatCursor(before));
    pages.push({ ...list, chats: list.chats.slice(at, at + PAGE_SIZE), hasMore: at + PAGE_SIZE < list.chats.length || list.hasMore });
  }
  return { pages, pageParams };
}

/** Lists, bell, the open chat and its ticks after a `chat` or `ticketChat` event (SHELL-043). */
export function updateChats(client: QueryClient, event: ServerEvent<"chat">): void {
  const self = readSelf(client);
  if (!self) return;
  for (const [key, data] of client.getQueriesData<ListPages>({ queryKey: LISTS })) {
    const { showAll, search } = key[2] as ChatListFilter;
    if (!data) continue;
    // Whether a chat matches a search is the server's answer.
    if (search !== "" && event.action !== "updateUnread") void client.invalidateQueries({ queryKey: key, exact: true });
    const before = joinChatPages(data.pages);
    const known = (chat: ChatView): boolean => search === "" || before.chats.some(({ id }) => id === chat.id);
    const after = applyChatToList(before, event, (chat) => known(chat) && isChatOf(self.id, showAll)(chat));
    if (after !== before) client.setQueryData<ListPages>(key, chunkChatPages(after));
  }
  client.setQueryData(
    unreadChatsQuery.queryKey,
    (list) => list && applyChatToList(list, event, (chat) => isChatOf(self.id, false)(chat) && chat.messagesUnread > 0),
  );
  const { queryKey } = chatQuery(event.chatId);
  // Why a chat is gone is said by its refusal.
  if (event.action === "delete") return void client.invalidateQueries({ queryKey });
  putChat(client, event.chat);
  changeMessages(client, chatRoomId(event.chatId), (page) => applyChatReads(page, event.chat, self.id));
}

/** Puts a chat that an event or a call returned into the open conversation. */
export function putChat(client: QueryClient, chat: ChatView): void {
  client.setQueryData(chatQuery(chat.id).queryKey, (loaded) => (loaded && loaded.version > chat.version ? loaded : chat));
}

/** The loaded messages of a chat after an `appMessageChat` event. */
export function updateChatMessages(client: QueryClient, event: ServerEvent<"appMessageChat">): void {
  changeMessages(client, chatRoomId(event.message.chatId), (page) => applyChatMessage(page, event));
}
