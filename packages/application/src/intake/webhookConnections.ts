import { getWebhookConnection } from "@balcao/database/intake";
import type { House } from "../kernel/index.js";

const KEPT_MS = 5_000;
const MOST_ENTRIES = 1_000;

/** A connection as its webhook needs it: its id and the key that proves the caller. */
export interface WebhookConnection {
  readonly id: number;
  readonly key: string;
}

/** Connections by the name in a webhook's path, read at most five seconds ago. */
export interface WebhookConnections {
  /** Null for unknown names and for connections that have no key, which accept nothing (S-53). */
  get(name: string): Promise<WebhookConnection | null>;
}

/** Where a connection's webhook key is sealed for; the same words open it. */
export function webhookKeyContext(connectionId: number): string {
  return `connection.webhook_key:${connectionId}`;
}

export function createWebhookConnections(house: House, api: "meow"): WebhookConnections {
  const entries = new Map<string, { readonly readAt: number; readonly connection: Promise<WebhookConnection | null> }>();

  const read = async (name: string): Promise<WebhookConnection | null> => {
    const row = await getWebhookConnection(house.database.sql, name, api);
    return row?.webhookKeySealed ? { id: row.id, key: house.sealer.open(row.webhookKeySealed, webhookKeyContext(row.id)) } : null;
  };
  return {
    get: (name) => {
      const now = house.clock.monotonic();
      const known = entries.get(name);
      if (known && now - known.readAt < KEPT_MS) return known.connection;
      if (entries.size >= MOST_ENTRIES) entries.clear();
      const connection = read(name);
      entries.set(name, { readAt: now, connection });
      // A name that nobody has now may be given to a connection the next moment.
      connection.then(
        (found) => found ?? entries.delete(name),
        () => entries.delete(name),
      );
      return connection;
    },
  };
}
