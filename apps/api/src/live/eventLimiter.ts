import type { Event, Socket } from "socket.io";
import { CLIENT_EVENTS } from "@balcao/contracts/live";
import type { Clock } from "@balcao/platform/clock";

const EVENTS_PER_SECOND = 20;
const PACKETS_PER_SECOND = 40;
const PATIENCE_SECONDS = 5;

/** Counts what comes, and returns whether it is within so many a second; a burst of five seconds' worth is. */
function createAllowance(perSecond: number, clock: Clock): () => boolean {
  let allowance = perSecond * PATIENCE_SECONDS;
  let at = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    allowance = Math.min(perSecond * PATIENCE_SECONDS, allowance + ((now - at) / 1000) * perSecond) - 1;
    at = now;
    return allowance >= 0;
  };
}

/** Ignores events that are not in the contract, and disconnects a socket that sends more than 20 a second (S-21). */
export function eventLimiter(socket: Pick<Socket, "disconnect">, clock: Clock): (event: Event, next: () => void) => void {
  const allowed: ReadonlySet<string> = new Set(CLIENT_EVENTS);
  const isWithin = createAllowance(EVENTS_PER_SECOND, clock);
  return ([name], next) => {
    if (!isWithin()) socket.disconnect(true);
    else if (allowed.has(name)) next();
  };
}

/** Closes a connection that sends more than 40 packets a second of any kind, events or not: no socket sees those for other namespaces. */
export function limitPackets(connection: Pick<Socket["conn"], "on" | "close">, clock: Clock): void {
  const isWithin = createAllowance(PACKETS_PER_SECOND, clock);
  connection.on("data", () => {
    if (!isWithin()) connection.close();
  });
}
