import { reportUnkeptConnections } from "@balcao/database/leases";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import type { FreePlaces } from "./freePlaces.js";

/**
 * Stores the reason at connections that no process has held for `quietMs`. A process with free places
 * would have taken them within a second.
 */
export async function reportUnkept(services: Services, full: FreePlaces["full"], quietMs: number): Promise<void> {
  for (const { api, reason } of full) {
    await inUnit(services, async (unit) => {
      for (const id of await reportUnkeptConnections(unit, api, reason, quietMs)) await unit.live("session", { id, action: "update" });
    });
  }
}
