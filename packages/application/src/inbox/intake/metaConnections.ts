import { countDroppedEvents, listMetaConnectionIds } from "@balcao/database/intake";
import { inUnit, type Services } from "../../ground/kernel/index.js";

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
