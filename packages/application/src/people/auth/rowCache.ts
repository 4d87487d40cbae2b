import type { Clock } from "@balcao/platform/clock";
import { RecentMap } from "@balcao/platform/recent";
import { SESSION_ID } from "./tokens.js";

const KEPT_MS = 5_000;
const MOST_ENTRIES = 20_000;

/** Rows of sessions, or of tokens, that are at most five seconds old. */
export interface RowCache<Row> {
  get(sessionId: string): Promise<Row | null>;
  forget(sessionId: string): void;
  forgetAll(): void;
}

/** Creates a cache of what `readRow` finds by an id. Parallel requests of one session share one read. */
export function createRowCache<Row>(readRow: (id: string) => Promise<Row | null>, clock: Clock): RowCache<Row> {
  const entries = new RecentMap<string, { readonly readAt: number; readonly row: Promise<Row | null> }>(MOST_ENTRIES);

  const read = (sessionId: string): Promise<Row | null> => {
    const row = readRow(sessionId);
    const entry = { readAt: clock.monotonic(), row };
    entries.set(sessionId, entry);
    row.catch(() => {
      if (entries.get(sessionId) === entry) entries.delete(sessionId);
    });
    return row;
  };
  return {
    get: async (sessionId) => {
      if (!SESSION_ID.test(sessionId)) return null;
      const known = entries.get(sessionId);
      return known && clock.monotonic() - known.readAt < KEPT_MS ? known.row : read(sessionId);
    },
    forget: (sessionId) => void entries.delete(sessionId),
    forgetAll: () => entries.clear(),
  };
}
