import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../../lib/api";
import type { TicketListFilter } from "../../../lib/data/belongsToList";
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

function readAgain(queryKey: readonly string[] = viewCountsQuery.queryKey): void {
  if (document.hidden) return;
  void queryClient.invalidateQueries({ queryKey });
  const isOfView = (filter: unknown) => (filter as TicketListFilter | undefined)?.view !== undefined;
  void queryClient.invalidateQueries({ queryKey: ["tickets", "list"], predicate: ({ queryKey }) => isOfView(queryKey[2]) });
}

/** The counts of the person's tabs, which are read again, as the loaded lists of views are, soon after an event about a ticket (D-555). */
export function useViewCounts() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        readAgain();
      }, REST_MS);
    };
    // Events write into the loaded tickets, and answers do not do so by hand.
    const stop = queryClient.getQueryCache().subscribe((change) => {
      if (change.type !== "updated" || change.query.queryKey[0] !== "tickets") return;
      if (change.action.type === "success" && change.action.manual === true) soon();
    });
    const sweep = setInterval(refreshViews, LONGEST_MS);
    const onShown = () => !document.hidden && readAgain();
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

/** Reads the views with their counts and lists again after the person changed one. */
export const refreshViews = (): void => readAgain(["savedViews"]);
