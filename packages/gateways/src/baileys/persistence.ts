import { setTimeout as pause } from "node:timers/promises";
import { GatewayError } from "../port/index.js";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** One socket's life, as far as its writes need to know it. */
export interface Lifeline {
  readonly alive: () => boolean;
  /** Ends the socket without another word to the network. */
  readonly abandon: (why: string) => void;
}

/**
 * Does what must be done before the network hears of it: tries until the database takes it. When it stays away for `patienceMs`, or says that the
 * session is another's by now, the socket is ended and the promise never settles: the library takes any rejection for a message that could not be
 * read, and would tell the sender so (M-3, M-8).
 */
export async function insist<Value>(line: Lifeline, patienceMs: number, work: () => Promise<Value>): Promise<Value> {
  const deadline = Date.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; line.alive(); pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GatewayError && error.kind === "notConnected") line.abandon("the session belongs to another process");
      else if (Date.now() + pauseMs > deadline) line.abandon("the database did not answer in time");
      else await pause(pauseMs);
    }
  }
  return new Promise<never>(() => undefined);
}

/** Runs one piece of work at a time, in the order of asking. */
export function oneAtATime(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
