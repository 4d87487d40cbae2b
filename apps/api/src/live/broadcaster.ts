import { prepareBroadcast, readMissed, readNews, type News } from "@balcao/application/broadcast";
import { WAKE, type House } from "@balcao/application/kernel";
import { createLoop, type Loop } from "@balcao/platform/loops";
import type { LiveSocket } from "./liveSocket.js";

const POLL_MS = 25;
/** With nobody to tell. */
const IDLE_POLL_MS = 250;
/** More than this since a cursor is read afresh rather than told. */
const MAX_EVENTS = 5_000;
const CURSOR = /^\d{1,20}:\d{1,20}:[\d,]{0,4000}$/;

const MOVES_COUNTS: ReadonlySet<string> = new Set<News["topic"]>(["ticket", "setting", "user", "queue"]);

export interface Broadcaster {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The snapshot up to which sockets of this process have been served. */
  cursor(): string;
  /** Tells one socket what it missed since a cursor, or orders it to read afresh (P-25). */
  replay(socket: LiveSocket, since: unknown): Promise<void>;
  /** Called after each batch that may have changed somebody's counts: tickets that moved, or what people may see. */
  onCountsMoved(listen: () => void): void;
}

interface BroadcasterOptions {
  readonly house: House;
  readonly sockets: ReadonlySet<LiveSocket>;
  /** Told the age of each event when it leaves, in seconds. */
  readonly observeLag: (seconds: number) => void;
}

/** Reads live events and tells this process's sockets, each what its rights and joins cover (ARCHITECTURE 7). */
export function createBroadcaster({ house, sockets, observeLag }: BroadcasterOptions): Broadcaster {
  let cursor = "";
  let readAt = 0;
  let countsMoved: () => void = () => undefined;
  let loop: Loop | null = null;

  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  const work = async (): Promise<boolean> => {
    // Events of one socket leave together: a burst of wake-ups is one read per 25 ms, a lone one is read at once.
    const early = (sockets.size > 0 ? POLL_MS : IDLE_POLL_MS) - (house.clock.monotonic() - readAt);
    if (early > 0) await pause(early);
    readAt = house.clock.monotonic();
    const read = await readNews(house, cursor);
    cursor = read.cursor;
    tellAll(read.news);
    return false;
  };

  const tellAll = (news: readonly News[]): void => {
    if (news.length === 0) return;
    if (news.length > MAX_EVENTS) {
      for (const socket of sockets) socket.tell([{ name: "resync", event: undefined }], cursor);
      return;
    }
    const broadcast = prepareBroadcast(house, news);
    for (const socket of sockets) {
      const listener = socket.listener(house);
      if (listener) socket.tell(broadcast(listener), cursor);
    }
    const now = house.clock.now().getTime();
    for (const { at } of news) observeLag(Math.max(0, now - at.getTime()) / 1000);
    if (news.some(({ topic }) => MOVES_COUNTS.has(topic))) countsMoved();
  };

  return {
    start: async () => {
      ({ cursor } = await readNews(house, null));
      loop = createLoop({ name: "live", work, idleMs: 1, logger: house.logger });
      house.waker.listen(WAKE.live, loop.wake);
      loop.start();
    },
    stop: async () => loop?.stop(),
    cursor: () => cursor,
    replay: async (socket, since) => {
      const listener = socket.listener(house);
      if (!listener) return;
      if (typeof since !== "string" || !CURSOR.test(since) || !(await tellSince(socket, since)))
        socket.tell([{ name: "resync", event: undefined }], cursor);
    },
    onCountsMoved: (listen) => {
      countsMoved = listen;
    },
  };

  async function tellSince(socket: LiveSocket, since: string): Promise<boolean> {
    const listener = socket.listener(house);
    // What looks like a cursor and is none of this database's is refused by it.
    const missed = await readMissed(house, since).catch(() => null);
    if (!listener || !missed || missed.news.length > MAX_EVENTS || horizonOf(since) > horizonOf(missed.cursor)) return false;
    socket.tell(prepareBroadcast(house, missed.news)(listener), missed.cursor);
    return true;
  }
}

/** The first transaction that a snapshot knows nothing of. A cursor beyond ours is from before the database was put back to an earlier state. */
function horizonOf(cursor: string): bigint {
  return BigInt(cursor.split(":")[1] ?? "0");
}
