import { notifyManager, type QueryClient } from "@tanstack/react-query";

/** So many events are kept before it is looked whether anybody still waits for them. */
const MANY = 200;

/**
 * Applies events again to answers that may have been read before them: an event that comes while a GET of live data is under way would be lost with the
 * older answer. What an event does to loaded data can be done twice (P-25). The returned function is told each event as it is applied.
 */
export function createReplay(client: QueryClient): (apply: () => void) => void {
  const cache = client.getQueryCache();
  /** From which of the kept events on a question has to hear them again, by the question's key. */
  const asked = new Map<string, number>();
  let kept: (() => void)[] = [];

  const forget = (hash: string): void => {
    asked.delete(hash);
    if (asked.size === 0) kept = [];
  };

  cache.subscribe((news) => {
    if (news.type !== "updated" || news.query.meta?.["live"] !== true) return;
    const { queryHash } = news.query;
    const { action } = news;
    if (action.type === "fetch") asked.set(queryHash, kept.length);
    else if (action.type === "error") forget(queryHash);
    else if (action.type === "success" && action.manual !== true) {
      const again = kept.slice(asked.get(queryHash) ?? kept.length);
      forget(queryHash);
      notifyManager.batch(() => again.forEach((apply) => apply()));
    }
  });

  return (apply) => {
    if (asked.size === 0) return;
    kept.push(apply);
    // A question that was given up tells nobody.
    if (kept.length % MANY === 0) for (const hash of asked.keys()) if (cache.get(hash)?.state.fetchStatus !== "fetching") forget(hash);
  };
}
