import type { InboundEvent } from "@balcao/domain/messaging";

/** How far a network's clock may be ahead of ours, in milliseconds. */
const SKEW_MS = 10_000;

/**
 * The event with the time of its arrival where it says that it comes from the future: lists and
 * edits are ordered by that instant.
 */
export function notFromTheFuture(event: InboundEvent, receivedAt: Date): InboundEvent {
  const isLater = (at: Date): boolean => !(at.getTime() - receivedAt.getTime() <= SKEW_MS);
  if (event.kind === "message") return isLater(event.sentAt) ? { ...event, sentAt: receivedAt } : event;
  return "at" in event && isLater(event.at) ? { ...event, at: receivedAt } : event;
}
