import { messagesFor, readLive, readMissed, type LiveBatch } from "@balcao/application/broadcast";
import { LIVE_TOPICS, WAKE, type House } from "@balcao/application/kernel";
import { createLoop, type Loop } from "@balcao/platform/loops";
import type { LiveSend, LiveSocket } from "./liveSocket.js";

const POLL_MS = 25;
/** While nobody is connected. */
const IDLE_POLL_MS = 250;
/** More than this since a cursor is read afresh rather than replayed. */
const MAX_EVENTS = 5_000;
const CURSOR = /^\d{1,20}:\d{1,20}:[\d,]{0,4000}$/;

export interface Broadcaster {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The snapshot up to which sockets of this process have been served. */
  cursor(): string;
  /** Sends one socket what it missed since a cursor, or orders it to read afresh (P-25). */
  replay(socket: LiveSocket, since: unknown): Promise<void>;
}

interface BroadcasterOptions {
  readonly house: House;
  readonly sockets: ReadonlySet<LiveSocket>;
  /** Given the age of each event when it leaves, in seconds. */
  readonly observeLag: (seconds: number) => void;
  /** Called after each batch that may have changed somebody's counts: tickets that moved, or what people may see. */
  readonly onCountsMoved: () => void;
}

/** Reads live events and sends this process's sockets, each what its rights and joins cover (ARCHITECTURE 7). */
export function createBroadcaster({ house, sockets, observeLag, onCountsMoved }: BroadcasterOptions): Broadcaster {
  let cursor = "";
  let readAt = 0;
  let loop: Loop | null = null;
  let passed: (() => void)[] = [];

  const work = async (): Promise<boolean> => {
    // Events of one socket leave together: a burst of wake-ups is one read per 25 ms, a lone one is read at once.
    const early = (sockets.size > 0 ? POLL_MS : IDLE_POLL_MS) - (house.clock.monotonic() - readAt);
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    readAt = house.clock.monotonic();
    const waiting = passed;
    passed = [];
    try {
      const batch = await readLive(house, cursor);
      cursor = batch.cursor;
      if (batch.events.length > 0) sendAll(batch);
    } finally {
      waiting.forEach((resolve) => resolve());
    }
    return false;
  };

  /** Resolves after a read that began after this call: from then on the cursor covers what was committed before it. */
  const nextRead = (): Promise<void> =>
    new Promise((resolve) => {
      passed.push(resolve);
      loop?.wake();
    });

  const sendAll = (batch: LiveBatch): void => {
    const { events } = batch;
    if (events.length > MAX_EVENTS) for (const socket of sockets) socket.resync();
    else
      for (const socket of sockets) {
        const listener = socket.listener(house);
        if (listener) socket.send({ messages: messagesFor(house, batch, listener), cursor: batch.cursor });
      }
    const now = house.clock.now().getTime();
    for (const { at } of events) observeLag(Math.max(0, now - at.getTime()) / 1000);
    if (events.some(({ topic }) => LIVE_TOPICS[topic].movesCounts)) onCountsMoved();
  };

  /** What lies between a client's cursor and ours; from ours on it hears live events like everybody. */
  const readSince = async (socket: LiveSocket, since: unknown, begin: () => void): Promise<LiveSend | null> => {
    if (typeof since !== "string" || !CURSOR.test(since)) return null;
    await nextRead();
    const until = cursor;
    begin();
    if (horizonOf(since) > horizonOf(until)) return null;
    const missed = await readMissed(house, since, until);
    const listener = socket.listener(house);
    if (!listener || !missed || missed.events.length > MAX_EVENTS) return null;
    return { messages: messagesFor(house, missed, listener), cursor: until };
  };

  return {
    start: async () => {
      ({ cursor } = await readLive(house, null));
      loop = createLoop({ name: "live", work, idleMs: 1, logger: house.logger });
      house.waker.listen(WAKE.live, loop.wake);
      loop.start();
    },
    stop: async () => loop?.stop(),
    cursor: () => cursor,
    replay: (socket, since) => socket.replay((begin) => readSince(socket, since, begin)),
  };
}

/** The first transaction that a snapshot knows nothing of. A cursor beyond ours is from before the database was put back to an earlier state. */
function horizonOf(cursor: string): bigint {
  return BigInt(cursor.split(":")[1] ?? "0");
}
