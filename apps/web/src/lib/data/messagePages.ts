import type { MessagePageView } from "@balcao/contracts/messages";
import type { InfiniteData } from "@tanstack/react-query";

export type MessagePages = InfiniteData<MessagePageView, number | undefined>;

/** Messages of a page, as the api cuts them (D-031). */
const PAGE_SIZE = 20;

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
