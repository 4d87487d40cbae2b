import { randomInt } from "node:crypto";
import type pg from "pg";

/** The first half of the advisory locks that say that a process lives. */
export const PROCESS_LOCKS = 29_014;

/** A lock of this process, by its key. */
export interface HeldLock {
  readonly key: number;
  release(): void;
}

export interface ProcessLock {
  /**
   * Holds an advisory lock of the process until `release`. All who hold it share one connection, and the
   * server frees it as soon as that ends: a killed process holds none.
   */
  hold(): Promise<HeldLock>;
  close(): void;
}

interface Taken {
  readonly key: number;
  free(): void;
}

async function take(pool: pg.Pool, onLost: () => void): Promise<Taken> {
  const client = await pool.connect();
  let isFree = false;
  const free = (): void => {
    if (!isFree) client.release(true);
    isFree = true;
  };
  client.once("end", () => {
    if (!isFree) onLost();
    free();
  });
  const key = randomInt(2 ** 31);
  try {
    await client.query("SELECT pg_advisory_lock($1, $2)", [PROCESS_LOCKS, key]);
  } catch (error) {
    free();
    throw error;
  }
  return { key, free };
}

export function createProcessLock(pool: pg.Pool): ProcessLock {
  let taking: Promise<Taken> | null = null;
  let holders = 0;
  const forget = (): void => {
    taking = null;
  };
  const free = (): void => {
    taking?.then(
      (taken) => taken.free(),
      () => undefined,
    );
    forget();
  };
  const release = (): void => {
    holders -= 1;
    if (holders === 0) free();
  };
  return {
    hold: async () => {
      holders += 1;
      // After a loss of the connection the next one takes another lock.
      taking ??= take(pool, forget);
      try {
        return { key: (await taking).key, release };
      } catch (error) {
        forget();
        holders -= 1;
        throw error;
      }
    },
    close: free,
  };
}
