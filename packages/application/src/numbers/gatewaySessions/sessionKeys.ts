import { clearSessionKeys, readSessionKeys, writeSessionKeys } from "@balcao/database/gatewaySessionKeys";
import type { LeaseFence } from "@balcao/database/leases";
import { GatewayError, type SessionKeys } from "@balcao/gateways/port";
import type { Services } from "../../ground/kernel/index.js";

const LOST = "the session is kept by another process now";

/** The context under which a session's key is sealed. */
export const sessionKeyContext = (connectionId: number, type: string, id: string): string => `session.key:${connectionId}:${type}:${id}`;

/**
 * Returns the store of a connection's encryption keys, sealed at rest and written under the
 * epoch of its lease. A write without the lease throws `GatewayError`.
 */
export function createSessionKeys(services: Services, fence: LeaseFence): SessionKeys {
  const { sql } = services.database;
  const context = (type: string, id: string): string => sessionKeyContext(fence.connectionId, type, id);
  return {
    read: async (type, ids) => {
      const rows = await readSessionKeys(sql, fence.connectionId, type, ids);
      return new Map(rows.map(({ keyId, sealed }) => [keyId, services.sealer.open(sealed, context(type, keyId))]));
    },
    write: async (changes) => {
      // When one call changes a key twice, the later change wins.
      const latest = new Map(changes.map((change) => [context(change.type, change.id), change]));
      const sealed = [...latest].map(([name, { type, id, value }]) => ({
        type,
        keyId: id,
        sealed: value === null ? null : services.sealer.seal(value, name),
      }));
      if (!(await writeSessionKeys(sql, fence, sealed))) throw new GatewayError("notConnected", LOST);
    },
    clear: async (reason) => {
      if (!(await clearSessionKeys(sql, fence, reason))) throw new GatewayError("notConnected", LOST);
    },
  };
}
