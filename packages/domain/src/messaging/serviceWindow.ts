const WINDOW_MS = 24 * 60 * 60_000;

/** When free texts end, where a network takes them only for 24 hours after the customer's last message (gateways.md D.9). */
export function windowUntil(lastInboundAt: Date): Date {
  return new Date(lastInboundAt.getTime() + WINDOW_MS);
}
