import { countDroppedEvents, getWebhookConnection, listMetaConnectionIds } from "@balcao/database/intake";
import { RecentMap } from "@balcao/platform/recent";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, type Services } from "../../ground/kernel/index.js";

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

/** Writes an audit entry about a webhook without a valid signature. */
export async function recordBadSignature(
  services: Services,
  call: { readonly ip: string | null; readonly connectionId: number | null; readonly path: string },
): Promise<void> {
  await recordSystemAudit(services.database.sql, "webhook.badSignature", {
    ip: call.ip,
    connectionId: call.connectionId,
    description: call.path.slice(0, 255),
  });
}

/**
 * A number of the Cloud API, or the business account of several, as Meta's webhooks identify them.
 */
type MetaAddress = { readonly phoneNumberId: string } | { readonly wabaId: string };

/**
 * Returns the ids of the connections that a webhook concerns: one for a number, all of an account;
 * none for unknown addresses and connections whose Meta integration is off, whose events are
 * acknowledged and dropped [D-148].
 * It queries the database each time, because the directory of this process may be some seconds old
 * and a number may just have been connected elsewhere.
 */
export async function findMetaConnections(services: Services, address: MetaAddress): Promise<readonly number[]> {
  const ids = await listMetaConnectionIds(services.database.sql, address);
  return "wabaId" in address ? ids : ids.slice(0, 1);
}

/**
 * Counts events that were dropped for connections whose Meta integration is off; administrators see
 * the count. Those of a number that no connection has are counted in the metric and logged by the number.
 */
export async function noteDropped(services: Services, address: MetaAddress, events: number): Promise<void> {
  if (events === 0) return;
  services.metrics.intakeEventsTotal.inc({ connector: "cloud_api", outcome: "dropped" }, events);
  services.logger.warn({ ...address, events }, "Meta sent events of a number or account that receives nothing here");
  await inUnit(services, async (unit) => {
    for (const id of await countDroppedEvents(unit, address, events)) await unit.live("connection", { id, action: "update" });
  });
}
