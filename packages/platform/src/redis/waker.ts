import type { Clock } from "../clock/index.js";
import { newUuid } from "../ids/index.js";
import type { Logger } from "../logger/index.js";
import type { RedisLink } from "./redis.js";

const coalesceMs = 10;

/**
 * Lossy wake-ups between processes: "there may be work of this topic". Listeners also poll at
 * intervals, so a lost wake-up delays work and never loses it.
 */
export type Waker = Readonly<{
  /**
   * Wakes listeners of this process at once and those of others within milliseconds. Call it after
   * the commit. Never throws.
   */
  signal: (topic: string) => void;
  /**
   * `wake` is called for each wake-up of the topic, and once with `isMissed` when some may have been missed.
   * Returns a function that removes the listener.
   */
  listen: (topic: string, wake: (isMissed: boolean) => void) => () => void;
}>;

export type WakerOptions = Readonly<{
  redis: RedisLink;
  clock: Clock;
  logger?: Logger;
  /**
   * Installations that share a Redis need different channels, because publish and subscribe ignore
   * the database number.
   */
  channel?: string;
}>;

/**
 * A waker; without Redis it wakes only its own process. Sends at most one message per 10 ms,
 * whatever the number of signals.
 */
export function createWaker({ redis, clock, logger, channel = "balcao:wake" }: WakerOptions): Waker {
  const self = newUuid();
  const listeners = new Map<string, Set<(isMissed: boolean) => void>>();
  const pending = new Set<string>();
  let isScheduled = false;
  let sentAt = Number.NEGATIVE_INFINITY;
  let isSubscribed = false;

  const deliver = (topic: string, isMissed = false): void => {
    for (const wake of [...(listeners.get(topic) ?? [])]) {
      try {
        wake(isMissed);
      } catch (error) {
        logger?.error({ err: error, topic }, "a listener of a wake-up failed");
      }
    }
  };

  const send = (): void => {
    isScheduled = false;
    sentAt = clock.monotonic();
    const topics = [...pending];
    pending.clear();
    void redis.publish(channel, [self, ...topics].join("\n"));
  };

  const receive = (message: string): void => {
    const [sender, ...topics] = message.split("\n");
    if (sender !== self) topics.forEach((topic) => deliver(topic));
  };

  return Object.freeze({
    signal: (topic: string) => {
      deliver(topic);
      pending.add(topic);
      if (isScheduled) return;
      const waitMs = sentAt + coalesceMs - clock.monotonic();
      if (!(waitMs > 0)) return send();
      isScheduled = true;
      setTimeout(send, waitMs);
    },
    listen: (topic: string, wake: (isMissed: boolean) => void) => {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own);
      const entry = (isMissed: boolean): void => wake(isMissed);
      own.add(entry);
      if (!isSubscribed) {
        isSubscribed = true;
        redis.subscribe(channel, receive, () => [...listeners.keys()].forEach((known) => deliver(known, true)));
      }
      return () => void own.delete(entry);
    },
  });
}
