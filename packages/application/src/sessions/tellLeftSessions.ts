import { tellLeftAlone } from "@balcao/database/leases";
import { inUnit, type House } from "../kernel/index.js";
import type { Room } from "./room.js";

/** Tells of connections that no process has taken for `quietMs` why this one did not; one that has room takes them within a second. */
export async function tellLeftSessions(house: House, full: Room["full"], quietMs: number): Promise<void> {
  for (const { api, reason } of full) {
    await inUnit(house, async (unit) => {
      for (const id of await tellLeftAlone(unit, api, reason, quietMs)) await unit.live("session", { id, action: "update" });
    });
  }
}
