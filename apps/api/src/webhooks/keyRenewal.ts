import type { WebhookConnection, WebhookConnections } from "@balcao/application/inbox/intake";
import { createRateLimit } from "../http/rateLimit.js";

/** The connection as it is now, where a signature did not fit what was known of it; null where it is the same, or not looked at. */
type RenewKey = (network: string, name: string, used: WebhookConnection) => Promise<WebhookConnection | null>;

/**
 * Looks whether a connection was given another key, or was made anew, within the seconds for which it is kept: a wrong signature then is a
 * right one. The row is read for at most `perMinute` of a network's wrong signatures, so that forged calls are not reads.
 */
export function createKeyRenewal(connections: WebhookConnections, perMinute: number): RenewKey {
  const countReads = createRateLimit(perMinute);
  return async (network, name, used) => {
    const known = await connections.get(name);
    if (known !== used) return known?.key === used.key ? null : known;
    const mayRead = await countReads(network).then(
      () => true,
      () => false,
    );
    const present = mayRead ? await connections.reread(name) : null;
    return present?.key === used.key ? null : present;
  };
}
