import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../api";

/** The quick answers for the list of the composer, page by page: the often used ones first. */
export const usedAnswersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ["quickAnswers", "byUse", search],
    queryFn: ({ pageParam, signal }) =>
      call("quickAnswers", "list", { query: { searchParam: search, pageNumber: pageParam, byUse: true } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: (before) => before,
    meta: { live: true },
  });

/** Counts that a quick answer was inserted; nobody waits for it, and a use that is lost changes little. */
export function countUse({ id }: QuickAnswerView): void {
  call("quickAnswers", "use", { params: { quickAnswerId: id } }).catch(() => undefined);
}
