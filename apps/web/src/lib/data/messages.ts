import { applyMessageToPages, upsertMessage, type MessagePageView, type MessageView } from "@balcao/contracts/messages";
import type { ServerEvent } from "@balcao/contracts/realtime";
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

type MessagePages = InfiniteData<MessagePageView, number | undefined>;

/** Messages of a page, as the api cuts them (D-031). */
const PAGE_SIZE = 20;

/** The messages of a ticket from the newest page backwards; the oldest message asks for the page before it (CONV-025). */
export const messagesQuery = (ticketId: number) =>
  infiniteQueryOptions({
    queryKey: ["messages", ticketId],
    queryFn: ({ pageParam, signal }) => call("messages", "list", { params: { ticketId }, query: pageParam === undefined ? {} : { before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => {
      const oldest = page.messages[0];
      return page.hasMore && oldest ? Number(oldest.id) : undefined;
    },
    meta: { live: true },
  });

/** Loaded pages, newest first, as one page, oldest message first. */
export function joinMessagePages(pages: readonly MessagePageView[]): MessagePageView {
  const seen = new Set<string>();
  const messages = pages
    .toReversed()
    .flatMap((page) => page.messages)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
  return { messages, hasMore: pages.at(-1)?.hasMore ?? false };
}

/** Messages cut into pages again, newest first, so that a fresh read asks for as many as are loaded. */
export function chunkMessages({ messages, hasMore }: MessagePageView): MessagePages {
  const pages: MessagePageView[] = [];
  const pageParams: (number | undefined)[] = [];
  for (let end = messages.length; end === messages.length || end > 0; end -= PAGE_SIZE) {
    const after = messages[end];
    pageParams.push(after && Number(after.id));
    pages.push({ messages: messages.slice(Math.max(0, end - PAGE_SIZE), end), hasMore: end > PAGE_SIZE || hasMore });
    if (messages.length === 0) break;
  }
  return { pages, pageParams };
}

function changeMessages(client: QueryClient, ticketId: number, change: (page: MessagePageView) => MessagePageView): void {
  client.setQueryData<MessagePages>(messagesQuery(ticketId).queryKey, (data) => {
    if (!data) return data;
    const before = joinMessagePages(data.pages);
    const after = change(before);
    return after === before ? data : chunkMessages(after);
  });
}

/** The loaded messages after an `appMessage` event (CONV-050). */
export function updateMessages(client: QueryClient, event: ServerEvent<"appMessage">): void {
  changeMessages(client, event.message.ticketId, (page) => applyMessageToPages(page, event));
}

/** A message that a call answered. */
export function putMessage(client: QueryClient, message: MessageView): void {
  changeMessages(client, message.ticketId, (page) => upsertMessage(page, message));
}
