import type { RecipientState } from "@balcao/domain/sends";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../lib/api";

/** The recipients of a mass send page by page, all or those in one state. */
export function useRecipients(sendId: number, state: RecipientState | null = null) {
  return useInfiniteQuery({
    queryKey: ["massSendRecipients", sendId, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        "massSends",
        "recipients",
        { params: { massSendId: sendId }, query: { pageNumber: pageParam, ...(state && { state }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: (before) => before,
    meta: { live: true },
  });
}
