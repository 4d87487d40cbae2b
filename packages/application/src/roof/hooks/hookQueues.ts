import type { DueDeliveryRow, HookRow } from "@balcao/database/hooks";
import { HOOK_WIDTH } from "./postHook.js";

/** A delivery with its body of a moment ago. */
export interface ReadyDelivery {
  readonly hook: HookRow;
  readonly delivery: DueDeliveryRow;
  readonly body: string;
}

/** How many of one webhook this process takes from the database at once. */
const MOST_TAKEN = 128;
/** A body that waited longer, in milliseconds, is made again, by the rights of its moment. */
const FRESH_MS = 1_000;

/** What this process has taken and not yet stored the outcome of. */
export interface HookQueues {
  readonly known: () => number[];
  readonly room: (hookId: number) => number;
  /** Takes what is to be sent, in the order of its lanes. */
  readonly add: (ready: readonly ReadyDelivery[]) => void;
  /** Starts what may start: eight of a webhook at a time, one of a lane. */
  readonly start: () => void;
  /** Forgets deliveries whose outcome is stored, and lets their lanes go on. */
  readonly settle: (ids: readonly number[]) => void;
  /** Starts nothing more, and resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
}

type Send = (ready: ReadyDelivery) => Promise<boolean>;

/** The deliveries of one webhook. */
interface Queue {
  readonly known: () => Iterable<number>;
  readonly room: () => number;
  readonly add: (ready: ReadyDelivery) => void;
  readonly start: () => void;
  readonly settle: (id: number) => void;
  readonly idle: () => Promise<void>;
}

function createQueue(send: Send): Queue {
  const lanes = new Map<string, ReadyDelivery[]>();
  /** The delivery of a lane that is under way, or whose failure is not stored yet. */
  const busy = new Map<string, number>();
  const taken = new Map<number, { readonly lane: string; readonly addedAt: number }>();
  const running = new Set<Promise<void>>();
  let isStopping = false;
  const dropLane = (lane: string): void => {
    for (const { delivery } of lanes.get(lane) ?? []) taken.delete(delivery.id);
    lanes.delete(lane);
  };
  const run = (lane: string, next: ReadyDelivery): void => {
    busy.set(lane, next.delivery.id);
    const done = send(next).then((goesOn) => {
      if (goesOn) busy.delete(lane);
      running.delete(done);
      start();
    });
    running.add(done);
  };
  const startNext = (lane: string, waiting: ReadyDelivery[]): void => {
    const [next] = waiting;
    if (!next || busy.has(lane)) return;
    // What has become old is taken again from the database.
    if (performance.now() - (taken.get(next.delivery.id)?.addedAt ?? 0) > FRESH_MS) return dropLane(lane);
    waiting.shift();
    if (waiting.length === 0) lanes.delete(lane);
    run(lane, next);
  };
  const start = (): void => {
    for (const [lane, waiting] of [...lanes]) {
      if (isStopping || running.size >= HOOK_WIDTH) return;
      startNext(lane, waiting);
    }
  };
  return {
    known: () => taken.keys(),
    room: () => Math.max(0, MOST_TAKEN - taken.size),
    add: (ready) => {
      const { id, lane } = ready.delivery;
      taken.set(id, { lane, addedAt: performance.now() });
      lanes.set(lane, [...(lanes.get(lane) ?? []), ready]);
    },
    start,
    settle: (id) => {
      const lane = taken.get(id)?.lane;
      taken.delete(id);
      // A failed one has left its lane busy: those after it are taken again when they are due.
      if (lane === undefined || busy.get(lane) !== id) return;
      dropLane(lane);
      busy.delete(lane);
    },
    idle: async () => {
      isStopping = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/**
 * Queues of deliveries, one per webhook, so that a slow receiver slows nobody else. `send` never throws and returns whether the lane
 * may go on: after a failure it may not, until `settle`.
 */
export function createHookQueues(send: Send): HookQueues {
  const queues = new Map<number, Queue>();
  const queueOf = (hookId: number): Queue => {
    const queue = queues.get(hookId) ?? createQueue(send);
    queues.set(hookId, queue);
    return queue;
  };
  return {
    known: () => [...queues.values()].flatMap(({ known }) => [...known()]),
    room: (hookId) => queueOf(hookId).room(),
    add: (ready) => {
      for (const each of ready) queueOf(each.delivery.hookId).add(each);
    },
    start: () => {
      for (const queue of queues.values()) queue.start();
    },
    settle: (ids) => {
      for (const queue of queues.values()) ids.forEach(queue.settle);
    },
    idle: async () => {
      await Promise.all([...queues.values()].map(({ idle }) => idle()));
    },
  };
}
