import { getWebhookConnection } from "@balcao/database/intake";
import { RecentMap } from "@balcao/platform/recent";
import type { Services } from "../../ground/kernel/index.js";

const KEPT_MS = 5_000;
const MOST_ENTRIES = 1_000;

/** What a webhook needs of its connection: the id, and the key that proves the caller. */
export interface WebhookConnection {
  readonly id: number;
  readonly key: string;
}

/** Connections by the name in a webhook's path, at most five seconds old. */
export interface WebhookConnections {
  /**
   * Returns null for unknown names and for connections without a key, which accept no webhook
   * [S-53].
   */
  get(name: string): Promise<WebhookConnection | null>;
  /** The same as it is stored now. */
  reread(name: string): Promise<WebhookConnection | null>;
}

/** The context under which a connection's webhook key is sealed. */
export function webhookKeyContext(connectionId: number): string {
  return `connection.webhook_key:${connectionId}`;
}

export function createWebhookConnections(services: Services, api: "meow"): WebhookConnections {
  const entries = new RecentMap<string, { readonly readAt: number; readonly connection: Promise<WebhookConnection | null> }>(MOST_ENTRIES);

  const read = async (name: string): Promise<WebhookConnection | null> => {
    const row = await getWebhookConnection(services.database.sql, name, api);
    return row?.webhookKeySealed ? { id: row.id, key: services.sealer.open(row.webhookKeySealed, webhookKeyContext(row.id)) } : null;
  };
  const reread = (name: string): Promise<WebhookConnection | null> => {
    const connection = read(name);
    const entry = { readAt: services.clock.monotonic(), connection };
    entries.set(name, entry);
    // Not cached, because a connection with this name may be created at any moment.
    const forget = (): unknown => entries.get(name) === entry && entries.delete(name);
    connection.then((found) => found ?? forget(), forget);
    return connection;
  };
  return {
    get: (name) => {
      const known = entries.get(name);
      return known && services.clock.monotonic() - known.readAt < KEPT_MS ? known.connection : reread(name);
    },
    reread,
  };
}
