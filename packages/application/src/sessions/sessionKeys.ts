import { clearSessionKeys, readSessionKeys, writeSessionKeys, type LeaseFence } from "@balcao/database/sessionKeys";
import { GatewayError, type SessionKeys } from "@balcao/gateways/port";
import type { House } from "../kernel/index.js";

const LOST = "the session is kept by another process now";

/** The keys of a connection, sealed at rest (S-72) and written under the epoch of its lease. */
export function createSessionKeys(house: House, fence: LeaseFence): SessionKeys {
  const { sql } = house.database;
  const context = (type: string, id: string): string => `session.key:${fence.connectionId}:${type}:${id}`;
  return {
    read: async (type, ids) => {
      const rows = await readSessionKeys(sql, fence.connectionId, type, ids);
      return new Map(rows.map(({ keyId, sealed }) => [keyId, house.sealer.open(sealed, context(type, keyId))]));
    },
    write: async (changes) => {
      // A later change of the same key is the one that counts.
      const latest = new Map(changes.map((change) => [context(change.type, change.id), change]));
      const sealed = [...latest].map(([name, { type, id, value }]) => ({
        type,
        keyId: id,
        sealed: value === null ? null : house.sealer.seal(value, name),
      }));
      if (!(await writeSessionKeys(sql, fence, sealed))) throw new GatewayError("notConnected", LOST);
    },
    clear: async () => {
      if (!(await clearSessionKeys(sql, fence))) throw new GatewayError("notConnected", LOST);
    },
  };
}
