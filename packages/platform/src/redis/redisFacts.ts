import { Redis } from "ioredis";
import { connectionSentence, errorCode } from "../errors/index.js";

const ANSWER_MS = 3_000;

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

/** What to do about an error of the Redis at REDIS_URL, where the error says it; else null. */
export function redisSentence(error: unknown): string | null {
  const isRefused = error instanceof Error && /\b(?:WRONGPASS|NOAUTH)\b/.test(error.message);
  return isRefused ? "REDIS_URL has a wrong user or password." : connectionSentence(errorCode(error), "REDIS_URL");
}

/** Asks a Redis once. Rejects with the reason when it refuses us, or does not answer within three seconds. */
export async function readRedisFacts(url: string): Promise<RedisFacts> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    disableClientInfo: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    disconnectTimeout: 100,
  });
  // The rejection of `connect` says only that the connection is closed.
  const failed = new Promise<never>((_resolve, reject) => client.on("error", reject));
  const asked = client.connect().then(() => client.info("memory"));
  try {
    return toFacts(await Promise.race([failed, asked]));
  } finally {
    client.disconnect();
  }
}
