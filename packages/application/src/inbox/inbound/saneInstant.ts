import type { InboundEvent } from "@balcao/domain/messages";

/** How far a network's clock may be ahead of ours, in milliseconds. */
const SKEW_MS = 10_000;

/**
 * Replaces an event's time by its arrival when it lies in the future, because lists and edits are
 * ordered by it.
 */
export function notFromTheFuture(event: InboundEvent, receivedAt: Date): InboundEvent {
  const isLater = (at: Date): boolean => !(at.getTime() - receivedAt.getTime() <= SKEW_MS);
  if (event.kind === "message") return isLater(event.sentAt) ? { ...event, sentAt: receivedAt } : event;
  return "at" in event && isLater(event.at) ? { ...event, at: receivedAt } : event;
}
