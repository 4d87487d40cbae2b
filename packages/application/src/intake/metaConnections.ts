import type { House } from "../kernel/index.js";

/** A number of the Cloud API, or the business account of several, as Meta's webhooks name them. */
export type MetaAddress = { readonly phoneNumberId: string } | { readonly wabaId: string };

export interface MetaConnections {
  /**
   * The connections that news of an address are for, by their ids: one for a number, every one of an account. None for what nobody here has
   * connected or whose Meta integration is switched off: those news are acknowledged and dropped (D-148).
   */
  find(address: MetaAddress): Promise<readonly number[]>;
}

/** An address that nobody knows may be of a connection made this moment, by another process: the directory is read afresh, so often at most. */
const REFRESH_MS = 5_000;

export function createMetaConnections(house: House): MetaConnections {
  let refreshedAt = Number.NEGATIVE_INFINITY;

  const look = (address: MetaAddress): { readonly isKnown: boolean; readonly ids: readonly number[] } => {
    const own = [...house.directory.current().connections.values()].filter(
      ({ api, phoneNumberId, wabaId }) =>
        api === "cloud_api" && ("wabaId" in address ? wabaId === address.wabaId : phoneNumberId === address.phoneNumberId),
    );
    const ids = own.filter(({ metaIntegration }) => metaIntegration).map(({ id }) => id);
    return { isKnown: own.length > 0, ids: "wabaId" in address ? ids : ids.slice(0, 1) };
  };

  return {
    find: async (address) => {
      const found = look(address);
      const now = house.clock.monotonic();
      if (found.isKnown || now - refreshedAt < REFRESH_MS) return found.ids;
      refreshedAt = now;
      await house.directory.refresh();
      return look(address).ids;
    },
  };
}
