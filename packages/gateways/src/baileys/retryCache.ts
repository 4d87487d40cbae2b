import type { CacheStore } from "@whiskeysockets/baileys";

/** A small cache that outlives a socket: how often a retry of each message was requested. */
export function createRetryCache(): CacheStore {
  const entries = new Map<string, unknown>();
  return {
    get: <Value>(key: string) => entries.get(key) as Value | undefined,
    set: (key, value) => {
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > 1_000 && oldest !== undefined) entries.delete(oldest);
    },
    del: (key) => void entries.delete(key),
    flushAll: () => entries.clear(),
  };
}
