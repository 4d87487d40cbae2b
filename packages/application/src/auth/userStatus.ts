import {
  hasOtherStatus,
  lockStatuses,
  setStatuses,
  upsertSeenSessions,
  type SeenSession,
  type StatusTimes,
} from "@balcao/database/authSessions";
import { inUnit, type Services, type Unit } from "../kernel/index.js";

/** A session without a socket for so long is not connected any more, in milliseconds (D-095). */
const GONE_MS = 60_000;
/** A connected session is away when its last heartbeat is older than this, in milliseconds (D-095). */
const AWAY_MS = 5 * 60_000;

const timesAt = (now: Date): StatusTimes => ({
  seenAfter: new Date(now.getTime() - GONE_MS),
  heartbeatAfter: new Date(now.getTime() - AWAY_MS),
});

/** Records that sessions have an open socket, and which of them sent a heartbeat. */
export async function recordSeen(services: Services, sessions: readonly SeenSession[]): Promise<void> {
  if (sessions.length > 0) await upsertSeenSessions(services.database.sql, sessions, services.clock.now());
}

/**
 * Changes the status of people to what follows from their sessions: online, away or offline, with a
 * `user` event for each change (D-095). Without `userIds` it is about everybody.
 */
export async function followStatuses(services: Services, userIds: readonly number[] | null = null): Promise<void> {
  const now = services.clock.now();
  // Most heartbeats change nothing, and need no transaction.
  if (await hasOtherStatus(services.database.sql, timesAt(now), userIds))
    await inUnit(services, (unit) => changeStatuses(unit, now, userIds));
}

/** The same within a unit. */
export async function changeStatuses(unit: Unit, now: Date, userIds: readonly number[] | null): Promise<void> {
  await lockStatuses(unit);
  for (const id of await setStatuses(unit, timesAt(now), userIds)) await unit.live("userStatus", { id, action: "update" });
}
