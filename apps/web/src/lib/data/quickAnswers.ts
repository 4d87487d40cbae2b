import type { ServerEvent } from "@balcao/contracts/live";
import type { QuickAnswerListView, QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

const AREA = "quickAnswers";

/** The quick answers whose shortcut or message has the text, page by page; those whose shortcut has it come first. */
export const quickAnswersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [AREA, search],
    queryFn: ({ pageParam, signal }) => call(AREA, "list", { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: (before) => before,
    meta: { live: true },
  });

/** Loaded pages as the one list they are. */
export function joinQuickAnswers(pages: readonly QuickAnswerListView[]): readonly QuickAnswerView[] {
  const seen = new Set<number>();
  return pages.flatMap((page) => page.quickAnswers).filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The loaded quick answers after an event: one that is shown changes or goes at once, and the pages are read again for order and search. */
export function updateQuickAnswers(client: QueryClient, event: ServerEvent<"quickAnswer">): void {
  const change = (known: QuickAnswerView): readonly QuickAnswerView[] => {
    if (known.id !== event.quickAnswerId) return [known];
    return event.action === "delete" ? [] : [event.quickAnswer];
  };
  client.setQueriesData<InfiniteData<QuickAnswerListView, number>>(
    { queryKey: [AREA] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, quickAnswers: page.quickAnswers.flatMap(change) })) },
  );
  void client.invalidateQueries({ queryKey: [AREA] });
}
