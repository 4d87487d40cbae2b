import { tellLeftAlone } from "@balcao/database/leases";
import { WAKE, type House } from "../kernel/index.js";
import { recordRowEvent } from "../live/index.js";
import type { Room } from "./room.js";

/** Tells of connections that no process has taken for `quietMs` why this one did not; one that has room takes them within a second. */
export async function tellLeftSessions(house: House, full: Room["full"], quietMs: number): Promise<void> {
  let isNews = false;
  for (const { api, reason } of full) {
    await house.database.begin(async (tx) => {
      for (const id of await tellLeftAlone(tx, api, reason, quietMs)) {
        await recordRowEvent(tx, "session", { id, action: "update" });
        isNews = true;
      }
    });
  }
  if (!isNews) return;
  await house.directory.refresh();
  for (const topic of [WAKE.live, WAKE.directory]) house.waker.signal(topic);
}
