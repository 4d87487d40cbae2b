import { listMetaConnectionIds } from "@balcao/database/intake";
import type { House } from "../kernel/index.js";

/** A number of the Cloud API, or the business account of several, as Meta's webhooks name them. */
type MetaAddress = { readonly phoneNumberId: string } | { readonly wabaId: string };

/**
 * The connections that news of an address are for, by their ids: one for a number, every one of an account. None for what nobody here has
 * connected or whose Meta integration is switched off: those news are acknowledged and dropped (D-148). Nothing is dropped on the word of the
 * directory: what it does not name may have been connected by another process a moment ago.
 */
export async function findMetaConnections(house: House, address: MetaAddress): Promise<readonly number[]> {
  if ("wabaId" in address) return listMetaConnectionIds(house.database.sql, address);
  const known = [...house.directory.current().connections.values()].find(
    ({ api, metaIntegration, phoneNumberId }) => api === "cloud_api" && metaIntegration && phoneNumberId === address.phoneNumberId,
  );
  return known ? [known.id] : (await listMetaConnectionIds(house.database.sql, address)).slice(0, 1);
}
