import { Redis } from "ioredis";

/** What matters about a Redis server; null where the server does not tell. */
export interface RedisFacts {
  readonly maxBytes: number | null;
  readonly policy: string | null;
}

/** Reads the answer of INFO memory. */
export function toFacts(info: string): RedisFacts {
  const value = (name: string): string | null => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? null;
  const maxMemory = value("maxmemory");
  return { maxBytes: maxMemory === null ? null : Number(maxMemory), policy: value("maxmemory_policy") };
}

/** Whether it deletes keys when it is full, and timers with them. */
export const isEvicting = ({ maxBytes, policy }: RedisFacts): boolean => (maxBytes ?? 0) > 0 && policy !== null && policy !== "noeviction";

/** Asks a Redis once. Rejects when it does not answer within three seconds. */
export async function readRedisFacts(url: string): Promise<RedisFacts> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    disconnectTimeout: 100,
  });
  // The rejection of `connect` is what is reported.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return toFacts(await client.info("memory"));
  } finally {
    client.disconnect();
  }
}
