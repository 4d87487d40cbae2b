import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../../lib/api";
import type { TicketListFilter } from "../../../lib/data/belongsToList";
import { wholeList } from "../../../lib/data/wholeLists";
import { queryClient } from "../../../lib/queryClient";

/** Changes that come together are one reading. */
const REST_MS = 2_000;
/** Waits and targets pass without an event, and others share their views. */
const LONGEST_MS = 30_000;

const viewCountsQuery = queryOptions({
  queryKey: ["savedViews", "counts"],
  queryFn: ({ signal }) => call("savedViews", "counts", {}, { signal }),
  meta: { live: true },
});

/** Reads the views with their counts again, and then the loaded lists of those that still exist. */
export async function refreshViews(): Promise<void> {
  if (document.hidden) return;
  await queryClient.invalidateQueries({ queryKey: ["savedViews"] });
  const known = new Set(queryClient.getQueryData(wholeList("savedViews").queryKey)?.map(({ id }) => id));
  const isKnown = (filter: unknown) => known.has((filter as TicketListFilter | undefined)?.view ?? 0);
  await queryClient.invalidateQueries({ queryKey: ["tickets", "list"], predicate: ({ queryKey: [, , filter] }) => isKnown(filter) });
}

/** The counts of the person's tabs, which are read again, as the loaded lists of views are, soon after an event about a ticket (D-555). */
export function useViewCounts() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshViews();
      }, REST_MS);
    };
    // Events write into the loaded tickets, and answers do not do so by hand.
    const stop = queryClient.getQueryCache().subscribe((change) => {
      const [area] = change.query.queryKey as readonly unknown[];
      if (change.type !== "updated" || area !== "tickets") return;
      if (change.action.type === "success" && change.action.manual === true) soon();
    });
    const sweep = setInterval(() => void refreshViews(), LONGEST_MS);
    const onShown = () => void refreshViews();
    document.addEventListener("visibilitychange", onShown);
    return () => {
      stop();
      clearTimeout(timer);
      clearInterval(sweep);
      document.removeEventListener("visibilitychange", onShown);
    };
  }, []);
  return useQuery(viewCountsQuery).data ?? [];
}
