import { Redis, type RedisOptions } from "ioredis";
import { connectionSentence, errorCode } from "../errors/index.js";
import type { Logger } from "../logger/index.js";

const connectTimeoutMs = 3_000;
const longestRetryMs = 5_000;

/**
 * off: none configured. up: connected. down: configured and unreachable; everything works without
 * it.
 */
export type RedisStatus = "off" | "up" | "down";

/** Redis as a lossy messenger that may be absent. No method throws or waits for a connection. */
export type RedisLink = Readonly<{
  /** For /api/health. */
  status: () => RedisStatus;
  /** Whether Redis deletes keys when it is full, as it said at the last connection; false before the first. */
  isEvicting: () => boolean;
  /** True when Redis accepted the message; false when there is none or it is down. */
  publish: (channel: string, message: string) => Promise<boolean>;
  /**
   * Receives what others publish from now on, also after a reconnect. `onGap` is called whenever
   * messages may have been missed (each time the subscription is active again).
   */
  subscribe: (channel: string, onMessage: (message: string) => void, onGap: () => void) => void;
  /**
   * Adds to counts of one minute (since 1970) that all processes share, and resolves to each one's
   * total of that minute and of the one before; null when there is no Redis or it is down.
   */
  addCounts: (minute: number, added: readonly CountChange[]) => Promise<readonly CountTotal[] | null>;
  close: () => Promise<void>;
}>;

type CountChange = Readonly<{ key: string; count: number }>;
type CountTotal = Readonly<{ present: number; previous: number }>;

const COUNT_SECONDS = 150;
const COMMANDS_PER_COUNT = 3;

/**
 * A link to the Redis at `url`, or one that is off. Connects in the background and retries forever
 * with a growing, jittered pause of at most 5 s; logs once per change, not once per try.
 */
export function createRedis(url: string | undefined, logger: Logger): RedisLink {
  if (url === undefined) return offLink;
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    // The disconnect timer outlives a closed connection and would keep the process alive for 2 s.
    disconnectTimeout: 100,
    retryStrategy: (attempt: number) => Math.min(longestRetryMs, 100 * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2),
  } satisfies RedisOptions;
  const publisher = connect(new Redis(url, options), "publisher", logger);
  const evicts = watchEviction(publisher, logger);
  let subscriber: Redis | undefined;

  return Object.freeze({
    status: () => (publisher.status === "ready" ? "up" : "down"),
    isEvicting: evicts,
    publish: (channel, message) =>
      publisher.publish(channel, message).then(
        () => true,
        () => false,
      ),
    subscribe: (channel, onMessage, onGap) => {
      subscriber ??= new Redis(url, { ...options, autoResubscribe: false });
      const connection = subscriber;
      connection.on("message", (from: string, message: string) => {
        if (from === channel) onMessage(message);
      });
      // Subscribing on every `ready` shows when the subscription is active; the automatic
      // resubscription does not.
      const subscribe = (): void => void connection.subscribe(channel).then(onGap, () => undefined);
      connection.on("ready", subscribe);
      if (connection.status === "ready") subscribe();
      else if (connection.status === "wait") connect(connection, "subscriber", logger);
    },
    addCounts: async (minute, added) => {
      const pipeline = publisher.pipeline();
      for (const { key, count } of added) {
        const name = countName(minute, key);
        pipeline
          .incrby(name, count)
          .expire(name, COUNT_SECONDS)
          .get(countName(minute - 1, key));
      }
      const answers = await pipeline.exec().catch(() => null);
      const numbers = answers?.map(([error, value]) => (error ? Number.NaN : Number(value)));
      if (numbers === undefined || numbers.some(Number.isNaN)) return null;
      return added.map((_, index) => ({
        present: numbers[index * COMMANDS_PER_COUNT] ?? 0,
        previous: numbers[index * COMMANDS_PER_COUNT + 2] ?? 0,
      }));
    },
    close: async () => {
      publisher.disconnect();
      subscriber?.disconnect();
    },
  });
}

const countName = (minute: number, key: string): string => `balcao:rate:${minute}:${key}`;

const offLink: RedisLink = Object.freeze({
  status: () => "off",
  isEvicting: () => false,
  publish: () => Promise.resolve(false),
  subscribe: () => undefined,
  addCounts: () => Promise.resolve(null),
  close: () => Promise.resolve(),
});

const ANSWER_MS = 3_000;

/** What matters about a Redis server; null where the server does not tell. */
export interface RedisFacts {
  readonly maxBytes: number | null;
  readonly policy: string | null;
}

/** Reads the answer of INFO memory. */
function toFacts(info: string): RedisFacts {
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

function connect(redis: Redis, purpose: string, logger: Logger): Redis {
  let loggedStatus: "up" | "down" | undefined;
  redis.on("ready", () => {
    if (loggedStatus === "down") logger.info({ purpose }, "Redis is back");
    loggedStatus = "up";
  });
  redis.on("error", (err: Error) => {
    const why = redisSentence(err);
    if (loggedStatus !== "down")
      logger.warn({ err, purpose }, `Redis is away; the app goes on without it, some seconds slower${why === null ? "" : `. ${why}`}`);
    loggedStatus = "down";
  });
  redis.connect().catch(() => undefined);
  return redis;
}

/** Asks at each connection whether the server deletes keys when it is full; a server that does not tell counts as one that does not. */
function watchEviction(redis: Redis, logger: Logger): () => boolean {
  let evicts = false;
  redis.on("ready", () => {
    redis.info("memory").then(
      (info) => {
        const facts = toFacts(info);
        evicts = isEvicting(facts);
        if (evicts)
          logger.warn(
            { policy: facts.policy },
            "Redis deletes keys when it is full, and timers with them: set maxmemory-policy noeviction there",
          );
      },
      () => undefined,
    );
  });
  return () => evicts;
}
