import { hasOtherStatus, lockStatuses, setStatuses, upsertSeenSessions, type SeenSession } from "@balcao/database/authSessions";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";

/** A session without a socket for a minute is not connected any more, and one without a heartbeat for five is not used. */
const TIMES = { seenMs: 60_000, heartbeatMs: 5 * 60_000 } as const;

/** Records that sessions have an open socket, and which of them sent a heartbeat. */
export async function recordSeen(services: Services, sessions: readonly SeenSession[]): Promise<void> {
  if (sessions.length > 0) await upsertSeenSessions(services.database.sql, sessions);
}

/**
 * Changes the status of people to what follows from their sessions: online, away or offline, with a
 * `user` event for each change. Without `userIds` it is about everybody.
 */
export async function followStatuses(services: Services, userIds: readonly number[] | null = null): Promise<void> {
  // Most heartbeats change nothing, and need no transaction.
  if (await hasOtherStatus(services.database.sql, TIMES, userIds)) await inUnit(services, (unit) => changeStatuses(unit, userIds));
}

/** The same within a unit. */
export async function changeStatuses(unit: Unit, userIds: readonly number[] | null): Promise<void> {
  await lockStatuses(unit);
  for (const id of await setStatuses(unit, TIMES, userIds)) await unit.live("userStatus", { id, action: "update" });
}
