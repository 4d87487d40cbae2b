import { NotPresented, readLive, readMissed, type LiveBatch } from "@balcao/application/roof/live";
import { liveTopicFacts, WAKE, type Services } from "@balcao/application/ground/kernel";
import { createLoop, type Loop } from "@balcao/platform/loops";
import { createBatchPackets } from "./batchPackets.js";
import type { LivePackets } from "./livePackets.js";
import type { LiveSocket } from "./liveSocket.js";

const POLL_MS = 25;
/** The longest poll while sockets are connected and nothing happens: what is committed wakes this process, unless a wake-up is lost. */
const QUIET_POLL_MS = 100;
/** The poll while no socket is connected. */
const IDLE_POLL_MS = 1_000;
/** A client that missed more events than this gets `resync` instead of a replay. */
const MAX_EVENTS = 5_000;
/** Events that could not be presented so many times are skipped. */
const MOST_FAILURES = 5;
const CURSOR = /^\d{1,20}:\d{1,20}:[\d,]{0,4000}$/;

export interface Broadcaster {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The snapshot up to which sockets of this process have been served. */
  cursor(): string;
  /** Sends one socket what it missed since a cursor, or `resync`. */
  replay(socket: LiveSocket, since: unknown): Promise<void>;
}

interface BroadcasterOptions {
  readonly services: Services;
  readonly sockets: ReadonlySet<LiveSocket>;
  /** Receives the age of each event when it is sent, in seconds. */
  readonly observeLag: (seconds: number) => void;
  /** Called after each batch that may have changed somebody's counts: tickets that moved, or what people may see. */
  readonly onCountsMoved: () => void;
}

/** How far this process has read, and who waits for it to read on. */
interface Broadcast extends BroadcasterOptions {
  cursor: string;
  readAt: number;
  /** How many times the next events could not be presented. */
  failures: number;
  loop: Loop | null;
  /** Settled by the next read. */
  waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[];
}

/** Reads live events and sends this process's sockets, each what its rights and joins cover (ADR 5). */
export function createBroadcaster(options: BroadcasterOptions): Broadcaster {
  const { services } = options;
  const state: Broadcast = { ...options, cursor: "", readAt: 0, failures: 0, loop: null, waiting: [] };
  return {
    start: async () => {
      ({ cursor: state.cursor } = await readLive(services, null));
      const idleMs = (): number => (options.sockets.size > 0 ? 1 : IDLE_POLL_MS);
      const loop = { name: "live", work: () => readAndSend(state), idleMs, longestIdleMs: QUIET_POLL_MS };
      state.loop = createLoop({ ...loop, logger: services.logger });
      services.waker.listen(WAKE.live, state.loop.wake);
      state.loop.start();
    },
    stop: async () => state.loop?.stop(),
    cursor: () => state.cursor,
    replay: (socket, since) => socket.replay((begin) => readSince(state, socket, since, begin)),
  };
}

async function readAndSend(state: Broadcast): Promise<boolean> {
  const { services } = state;
  // Events are sent in batches: a burst of wake-ups causes one read per 25 ms, a single one is read at once.
  const early = POLL_MS - (services.clock.monotonic() - state.readAt);
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  state.readAt = services.clock.monotonic();
  const { waiting } = state;
  state.waiting = [];
  let isMore: boolean;
  try {
    const batch = await readLive(services, state.cursor).catch((error: unknown) => skip(state, error));
    state.cursor = batch.cursor;
    state.failures = 0;
    // Where one event came, the next is looked for in 25 ms.
    isMore = batch.events.length > 0;
    if (isMore) sendAll(state, batch);
  } catch (error) {
    waiting.forEach(({ reject }) => reject(error));
    throw error;
  }
  waiting.forEach(({ resolve }) => resolve());
  return isMore;
}

/**
 * After several failures, an empty batch in place of events that cannot be presented, so that one of them does not stop all after it: every
 * browser reads everything again. Before that, and after any other error, throws it.
 */
function skip(state: Broadcast, error: unknown): LiveBatch {
  if (!(error instanceof NotPresented)) throw error;
  state.failures += 1;
  if (state.failures < MOST_FAILURES) throw error;
  const { services, sockets, onCountsMoved } = state;
  services.logger.error({ err: error }, "live events cannot be presented and are skipped; every browser reads again");
  state.cursor = error.cursor;
  for (const socket of sockets) socket.resync();
  onCountsMoved();
  return { cursor: error.cursor, events: [] };
}

/** Resolves after a read that began after this call: from then on the cursor covers what was committed before it. Rejects when it fails. */
function nextRead(state: Broadcast): Promise<void> {
  return new Promise((resolve, reject) => {
    state.waiting.push({ resolve, reject });
    state.loop?.wake();
  });
}

/** Whether browsers read again instead of getting these events. */
const isForResync = ({ events }: LiveBatch): boolean => events.length > MAX_EVENTS || events.some(({ topic }) => topic === "everything");

function sendAll({ services, sockets, observeLag, onCountsMoved }: Broadcast, batch: LiveBatch): void {
  const { events } = batch;
  const packetsFor = createBatchPackets(services, batch);
  for (const socket of sockets) {
    if (isForResync(batch)) {
      socket.resync();
      continue;
    }
    try {
      const listener = socket.listener(services);
      if (listener) socket.send(packetsFor(listener, socket.namespace));
    } catch (error) {
      services.logger.error({ err: error }, "live events cannot be presented to a person, whose browser reads again");
      socket.resync();
    }
  }
  const now = services.clock.now().getTime();
  for (const { at } of events) observeLag(Math.max(0, now - at.getTime()) / 1000);
  if (sockets.size > 0) traceSent(services, events, { now, sockets: sockets.size });
  if (events.some(({ topic }) => liveTopicFacts(topic).movesCounts)) onCountsMoved();
}

/** From the writing of an event until it is in the sockets; several of its causes have a span each. */
function traceSent({ tracing }: Services, events: LiveBatch["events"], { now, sockets }: { now: number; sockets: number }): void {
  if (tracing === null) return;
  for (const { topic, at, causes } of events)
    for (const parent of causes)
      tracing.record({
        name: "live event sent",
        kind: "consumer",
        ref: tracing.newRef(parent.traceId),
        parent,
        startedAt: at.getTime(),
        endedAt: now,
        attributes: { "balcao.live.topic": topic, "balcao.live.sockets": sockets },
      });
}

/** Reads what is between a client's cursor and ours; after ours the client gets live events like every socket. */
async function readSince(state: Broadcast, socket: LiveSocket, since: unknown, begin: () => void): Promise<LivePackets | null> {
  const { services } = state;
  if (typeof since !== "string" || !CURSOR.test(since)) return null;
  await nextRead(state);
  const until = state.cursor;
  begin();
  if (horizonOf(since) > horizonOf(until)) return null;
  const missed = await readMissed(services, since, until);
  const listener = socket.listener(services);
  if (!listener || !missed || isForResync(missed)) return null;
  return createBatchPackets(services, missed)(listener, socket.namespace);
}

/** The first transaction after a snapshot. A client's cursor beyond ours is from before the database was restored to an earlier state. */
function horizonOf(cursor: string): bigint {
  return BigInt(cursor.split(":")[1] ?? "0");
}
