import type { Sql } from "@balcao/database/sql";
import type { Services } from "../../ground/kernel/index.js";

/** Counts are kept so long: what takes some away, as the deletion of a ticket, shows after this time at most. */
const KEPT_MS = 60_000;
/** The newest rows are counted each time: a transaction with a lower id than theirs may still be under way. */
const ALWAYS_COUNTED = 200;
/** When more have come since, as in an import, all are counted again. */
const MOST_NEW = 20_000;
const KEYS_KEPT = 8;

/** How rows are counted whose ids ascend. */
interface Counting<Count> {
  readonly newest: (sql: Sql) => Promise<number>;
  readonly upTo: (sql: Sql, id: number) => Promise<readonly Count[]>;
  readonly after: (sql: Sql, id: number) => Promise<readonly Count[]>;
}

interface Kept<Count> {
  readonly key: string;
  readonly at: number;
  readonly upTo: number;
  readonly counts: Promise<readonly Count[]>;
}

/**
 * Creates a function that counts many rows once a minute, and besides each time those that came since, so that a new one counts at once.
 * The counts of both are to be added up; another key is counted anew.
 */
export function keepCounts<Count>(): (services: Services, sql: Sql, key: string, counting: Counting<Count>) => Promise<readonly Count[]> {
  // Each server has its own: a replica may be behind.
  const ofServer = new WeakMap<Sql, readonly Kept<Count>[]>();
  const forget = (sql: Sql, failed: Kept<Count>): void => {
    ofServer.set(
      sql,
      (ofServer.get(sql) ?? []).filter((each) => each !== failed),
    );
  };
  return async ({ clock }, sql, key, { newest, upTo, after }) => {
    const newestId = await newest(sql);
    const now = clock.monotonic();
    const known = (ofServer.get(sql) ?? []).filter((each) => now - each.at < KEPT_MS && newestId - each.upTo < MOST_NEW);
    let kept = known.find((each) => each.key === key);
    if (!kept) {
      const made = { key, at: now, upTo: newestId - ALWAYS_COUNTED, counts: upTo(sql, newestId - ALWAYS_COUNTED) };
      ofServer.set(sql, [made, ...known].slice(0, KEYS_KEPT));
      made.counts.catch(() => forget(sql, made));
      kept = made;
    }
    return [...(await kept.counts), ...(await after(sql, kept.upTo))];
  };
}
