import { setTimeout as pause } from "node:timers/promises";
import { GatewayError, type SessionKeys } from "../port/index.js";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** The part of a socket that its writes need. */
export interface SocketLifetime {
  readonly alive: () => boolean;
  /** Ends the socket without sending anything more. */
  readonly abandon: (why: string) => void;
}

/**
 * Repeats `work` until the database accepts it. After `patienceMs`, or when another process has the
 * session, the socket is ended and the promise never settles: the library would treat a rejection
 * as a message that could not be decrypted, and would report that to the sender.
 */
export async function insist<Value>(socket: SocketLifetime, patienceMs: number, work: () => Promise<Value>): Promise<Value> {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; socket.alive(); pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GatewayError && error.kind === "notConnected") socket.abandon("the session belongs to another process");
      else if (performance.now() + pauseMs > deadline) socket.abandon("the database did not answer in time");
      else await pause(pauseMs);
    }
  }
  return new Promise<never>(() => undefined);
}

/** Runs one task at a time, in the order of the calls. */
export function oneAtATime(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** The same keys, whose deletion waits for the writes that are under way: one that the store commits later would bring keys back. */
export function clearAfterWrites(keys: SessionKeys): SessionKeys {
  const writes = new Set<Promise<void>>();
  return {
    read: (type, ids) => keys.read(type, ids),
    write: (changes) => {
      const write = keys.write(changes);
      writes.add(write);
      return write.finally(() => writes.delete(write));
    },
    clear: async (reason) => {
      await Promise.allSettled(writes);
      await keys.clear(reason);
    },
  };
}
