import type { DueDeliveryRow, HookRow } from "@balcao/database/hooks";
import { HOOK_WIDTH } from "./postHook.js";

/** A delivery with its body of a moment ago. */
export interface ReadyDelivery {
  readonly hook: HookRow;
  readonly delivery: DueDeliveryRow;
  readonly body: string;
}

/** How many of one webhook this process takes from the database at once. */
const MOST_TAKEN = 64;
/** A body that waited longer, in milliseconds, is made again, by the rights of its moment. */
const FRESH_MS = 1_000;

interface Queue {
  readonly lanes: Map<string, ReadyDelivery[]>;
  /** The delivery of a lane that is under way, or whose failure is not stored yet. */
  readonly busy: Map<string, number>;
  running: number;
  taken: number;
}

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
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
}

/**
 * Queues of deliveries, one per webhook, so that a slow receiver slows nobody else. `send` never throws and returns whether the lane
 * may go on: after a failure it may not, until `settle`.
 */
export function createHookQueues(send: (ready: ReadyDelivery) => Promise<boolean>): HookQueues {
  const queues = new Map<number, Queue>();
  const entries = new Map<number, { readonly hookId: number; readonly lane: string; readonly addedAt: number }>();
  const running = new Set<Promise<void>>();
  const queueOf = (hookId: number): Queue => {
    const queue = queues.get(hookId) ?? { lanes: new Map(), busy: new Map(), running: 0, taken: 0 };
    queues.set(hookId, queue);
    return queue;
  };
  const forget = (id: number): void => {
    const entry = entries.get(id);
    if (!entry) return;
    entries.delete(id);
    queueOf(entry.hookId).taken -= 1;
  };
  const dropLane = (queue: Queue, lane: string): void => {
    for (const { delivery } of queue.lanes.get(lane) ?? []) forget(delivery.id);
    queue.lanes.delete(lane);
  };
  const startNext = (queue: Queue, lane: string): void => {
    const waiting = queue.lanes.get(lane);
    const next = waiting?.[0];
    if (!waiting || !next || queue.busy.has(lane) || queue.running >= HOOK_WIDTH) return;
    // What has become old is taken again from the database.
    if (performance.now() - (entries.get(next.delivery.id)?.addedAt ?? 0) > FRESH_MS) return dropLane(queue, lane);
    waiting.shift();
    if (waiting.length === 0) queue.lanes.delete(lane);
    queue.busy.set(lane, next.delivery.id);
    queue.running += 1;
    const done = send(next).then((goesOn) => {
      queue.running -= 1;
      if (goesOn) queue.busy.delete(lane);
      running.delete(done);
      startAll(queue);
    });
    running.add(done);
  };
  const startAll = (queue: Queue): void => {
    for (const lane of [...queue.lanes.keys()]) {
      if (queue.running >= HOOK_WIDTH) return;
      startNext(queue, lane);
    }
  };
  return {
    known: () => [...entries.keys()],
    room: (hookId) => Math.max(0, MOST_TAKEN - queueOf(hookId).taken),
    add: (ready) => {
      const addedAt = performance.now();
      for (const each of ready) {
        const { id, hookId, lane } = each.delivery;
        const queue = queueOf(hookId);
        entries.set(id, { hookId, lane, addedAt });
        queue.taken += 1;
        const waiting = queue.lanes.get(lane) ?? [];
        waiting.push(each);
        queue.lanes.set(lane, waiting);
      }
    },
    start: () => {
      for (const queue of queues.values()) startAll(queue);
    },
    settle: (ids) => {
      for (const id of ids) {
        const entry = entries.get(id);
        if (!entry) continue;
        const queue = queueOf(entry.hookId);
        forget(id);
        // A failed one has left its lane busy: those after it are taken again when they are due.
        if (queue.busy.get(entry.lane) !== id) continue;
        dropLane(queue, entry.lane);
        queue.busy.delete(entry.lane);
      }
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
