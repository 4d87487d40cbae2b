/** How long free texts are taken after the customer's last message, where the network has such a window (gateways.md D.9). */
const WINDOW_MS = 24 * 60 * 60_000;

/** When the window that a customer's message opens ends, as an ISO instant. */
export const windowEndAfter = (saidAt: string): string => new Date(Date.parse(saidAt) + WINDOW_MS).toISOString();
