/** Further lanes at once would wait for the database rather than for a core. */
const MOST_AT_ONCE = 9;

/** Returns how many lanes a worker drains at the same time on so many cores: one per core and one that waits for its commit, at least three. */
export function lanesAtOnce(cores: number): number {
  return Math.min(MOST_AT_ONCE, Math.max(3, cores + 1));
}

/** Connections of a worker to PostgreSQL on so many cores: one for each lane, and four for everything else. */
export const workerPoolSize = (cores: number): number => lanesAtOnce(cores) + 4;
