import { countDroppedEvents, listMetaConnectionIds } from "@balcao/database/intake";
import { inUnit, type House } from "../kernel/index.js";

/** A number of the Cloud API, or the business account of several, as Meta's webhooks name them. */
type MetaAddress = { readonly phoneNumberId: string } | { readonly wabaId: string };

/**
 * The connections that news of an address are for, by their ids: one for a number, every one of an account. None for what nobody here has
 * connected or whose Meta integration is switched off: those news are acknowledged and dropped (D-148). So the database is asked, each time: what a
 * process remembers may be some seconds old, and a number may have been connected, or connected anew, by another one since.
 */
export async function findMetaConnections(house: House, address: MetaAddress): Promise<readonly number[]> {
  const ids = await listMetaConnectionIds(house.database.sql, address);
  return "wabaId" in address ? ids : ids.slice(0, 1);
}

/** Counts events that were acknowledged and dropped for connections whose Meta integration is switched off; administrators see how many (D-148). */
export async function noteDropped(house: House, address: MetaAddress, events: number): Promise<void> {
  if (events === 0) return;
  await inUnit(house, async (unit) => {
    for (const id of await countDroppedEvents(unit, address, events)) await unit.live("connection", { id, action: "update" });
  });
}
