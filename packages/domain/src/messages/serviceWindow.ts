const WINDOW_MS = 24 * 60 * 60_000;

/**
 * When free texts end on a network that accepts them only for 24 hours after the customer's last
 * message.
 */
export function windowUntil(lastInboundAt: Date): Date {
  return new Date(lastInboundAt.getTime() + WINDOW_MS);
}

/** The last message of a customer must be newer than this, for free texts to be accepted now. */
export function windowFrom(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}
