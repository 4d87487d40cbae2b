import { notifyManager, type QueryClient } from "@tanstack/react-query";

/** After this many kept events, GETs that were cancelled are removed. */
const MANY = 200;

/**
 * Applies events again to responses that may be older than the events: an event that arrives during a
 * GET of live data would be lost with its response. The returned function must be called with
 * each event as it is applied.
 */
export function createReplay(client: QueryClient): (apply: () => void) => void {
  const cache = client.getQueryCache();
  /** The index of the first kept event that a running GET needs, by query hash. */
  const running = new Map<string, number>();
  let kept: (() => void)[] = [];

  const forget = (hash: string): void => {
    running.delete(hash);
    if (running.size === 0) kept = [];
  };

  cache.subscribe((event) => {
    if (event.type !== "updated" || event.query.meta?.["live"] !== true) return;
    const { queryHash } = event.query;
    const { action } = event;
    if (action.type === "fetch") running.set(queryHash, kept.length);
    else if (action.type === "error") forget(queryHash);
    else if (action.type === "success" && action.manual !== true) {
      const missed = kept.slice(running.get(queryHash) ?? kept.length);
      forget(queryHash);
      notifyManager.batch(() => missed.forEach((apply) => apply()));
    }
  });

  return (apply) => {
    if (running.size === 0) return;
    kept.push(apply);
    // A cancelled GET reports neither success nor error.
    if (kept.length % MANY === 0) for (const hash of running.keys()) if (cache.get(hash)?.state.fetchStatus !== "fetching") forget(hash);
  };
}
