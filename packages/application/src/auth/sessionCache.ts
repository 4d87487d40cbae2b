import { getSession, type SessionRow } from "@balcao/database/sessions";
import type { Sql } from "@balcao/database/sql";
import type { Clock } from "@balcao/platform/clock";
import { SESSION_ID } from "./tokens.js";

const KEPT_MS = 5_000;
const MOST_ENTRIES = 20_000;

/** Rows of sessions, read at most five seconds ago (C-4). */
export interface SessionCache {
  get(sessionId: string): Promise<SessionRow | null>;
  forget(sessionId: string): void;
  forgetAll(): void;
}

/** A cache of sessions; parallel requests of one session share one read. */
export function createSessionCache(sql: Sql, clock: Clock): SessionCache {
  const entries = new Map<string, { readonly readAt: number; readonly row: Promise<SessionRow | null> }>();

  const read = (sessionId: string): Promise<SessionRow | null> => {
    if (entries.size >= MOST_ENTRIES) entries.clear();
    const row = getSession(sql, sessionId);
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
