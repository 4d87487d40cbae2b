import type { QueryClient } from "@tanstack/react-query";

/**
 * Keeps the mark of data that must be read again when it is shown: a change of it by an event would remove the mark, although the rest
 * of the data is as old as before.
 */
export function keepInvalidMarks(client: QueryClient): void {
  const marked = new Set<string>();
  client.getQueryCache().subscribe((event) => {
    const { query, type } = event;
    if (type === "removed") marked.delete(query.queryHash);
    if (type !== "updated") return;
    const { action } = event;
    if (action.type === "invalidate" || action.type === "error") marked.add(query.queryHash);
    else if (action.type === "success" && action.manual !== true) marked.delete(query.queryHash);
    else if (action.type === "success" && marked.has(query.queryHash)) query.invalidate();
  });
}
