import type { Query, QueryClient } from "@tanstack/react-query";

const isLive = (query: Query): boolean => query.meta?.["live"] === true;

/**
 * Asks again for everything that live events keep up to date, after events may have been missed. A first answer that is still on
 * its way may be older than the socket, too, and an invalidation does not repeat it: it is asked for again when it has come.
 */
export function refetchLive(client: QueryClient): void {
  const first = client.getQueryCache().findAll({
    predicate: (query) => isLive(query) && query.state.fetchStatus === "fetching" && query.state.data === undefined,
  });
  void client.invalidateQueries({ predicate: isLive });
  for (const query of first) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.fetch().then(again, () => undefined);
  }
}
