import { getAuthSession, type AuthSessionRow } from "@balcao/database/authSessions";
import type { Sql } from "@balcao/database/sql";
import type { Clock } from "@balcao/platform/clock";
import { SESSION_ID } from "./tokens.js";

const KEPT_MS = 5_000;
const MOST_ENTRIES = 20_000;

/** Session rows that are at most five seconds old. */
export interface AuthSessionCache {
  get(sessionId: string): Promise<AuthSessionRow | null>;
  forget(sessionId: string): void;
  forgetAll(): void;
}

/** Creates a cache of sessions. Parallel requests of one session share one read. */
export function createAuthSessionCache(sql: Sql, clock: Clock): AuthSessionCache {
  const entries = new Map<string, { readonly readAt: number; readonly row: Promise<AuthSessionRow | null> }>();

  const read = (sessionId: string): Promise<AuthSessionRow | null> => {
    if (entries.size >= MOST_ENTRIES) entries.clear();
    const row = getAuthSession(sql, sessionId);
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
