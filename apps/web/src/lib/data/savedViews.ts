import type { ServerEvent } from "@balcao/contracts/live";
import type { QueryClient } from "@tanstack/react-query";
import type { TicketListFilter } from "./belongsToList";
import { wholeList } from "./wholeLists";

/** The loaded views and their counts after an event, and the list of the changed one (D-612). */
export function updateSavedViews(client: QueryClient, { action, viewId }: ServerEvent<"savedView">): void {
  const { queryKey } = wholeList("savedViews");
  if (action === "delete") client.setQueryData(queryKey, (views) => views?.filter(({ id }) => id !== viewId));
  void client.invalidateQueries({ queryKey });
  if (action === "update")
    void client.invalidateQueries({
      queryKey: ["tickets", "list"],
      predicate: ({ queryKey: [, , filter] }) => (filter as TicketListFilter | undefined)?.view === viewId,
    });
}
