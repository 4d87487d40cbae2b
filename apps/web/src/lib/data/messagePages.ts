import type { MessagePageView } from "@balcao/contracts/messages";
import type { InfiniteData } from "@tanstack/react-query";

/** Where a page begins: at the newest message, or before, after or around a message; `limit` is its length where it is not the api's own. */
export type MessagePlace = Readonly<Partial<Record<"before" | "after" | "around" | "limit", number>>>;

export type MessagePages = InfiniteData<MessagePageView, MessagePlace>;

/** The number of messages per page of the api. */
const PAGE_SIZE = 20;
/**
 * The number of messages of each further page, which is the most that the api gives: a page that comes while somebody scrolls is drawn in one
 * long frame, so that few are better.
 */
export const FURTHER_SIZE = 100;
/** The number of messages up to the one in the middle of a page around it. */
const UP_TO_MIDDLE = 11;

/** Joins loaded pages, newest first, into one page, oldest message first. */
export function joinMessagePages(pages: readonly MessagePageView[]): MessagePageView {
  const seen = new Set<string>();
  const messages = [...pages]
    .reverse()
    .flatMap((page) => page.messages)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
  return { messages, hasMore: pages.at(-1)?.hasMore ?? false, hasNewer: pages[0]?.hasNewer ?? false };
}

/**
 * Splits messages into pages again, newest first, so that a refetch reads at least as many as are
 * loaded. While newer ones are not loaded, the first page is read around the last loaded message.
 */
export function chunkMessages({ messages, hasMore, hasNewer }: MessagePageView): MessagePages {
  const last = messages.at(-1);
  if (!last) return { pages: [{ messages, hasMore, hasNewer }], pageParams: [{}] };
  const pages: MessagePageView[] = [];
  const pageParams: MessagePlace[] = [];
  for (let end = messages.length; end > 0;) {
    const after = messages[end];
    const start = Math.max(0, end - (after ? FURTHER_SIZE : hasNewer ? UP_TO_MIDDLE : PAGE_SIZE));
    pageParams.push(after ? { before: Number(after.id), limit: FURTHER_SIZE } : hasNewer ? { around: Number(last.id) } : {});
    pages.push({ messages: messages.slice(start, end), hasMore: start > 0 || hasMore, hasNewer: after !== undefined || hasNewer });
    end = start;
  }
  return { pages, pageParams };
}
