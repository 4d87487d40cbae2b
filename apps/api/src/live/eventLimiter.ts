import { CLIENT_EVENTS } from "@balcao/contracts/live";
import type { Clock } from "@balcao/platform/clock";
import type { Event, Socket } from "socket.io";

const PER_SECOND = 20;
const PATIENCE_SECONDS = 5;

/** Ignores events that are not in the contract, and disconnects a socket that sends more than 20 a second (S-21). */
export function eventLimiter(socket: Pick<Socket, "disconnect">, clock: Clock): (event: Event, next: () => void) => void {
  const allowed: ReadonlySet<string> = new Set(CLIENT_EVENTS);
  let allowance = PER_SECOND * PATIENCE_SECONDS;
  let at = clock.monotonic();
  return ([name], next) => {
    const now = clock.monotonic();
    allowance = Math.min(PER_SECOND * PATIENCE_SECONDS, allowance + ((now - at) / 1000) * PER_SECOND) - 1;
    at = now;
    if (allowance < 0) socket.disconnect(true);
    else if (allowed.has(name)) next();
  };
}
