import { leaveSessionWorkers, renewLeases } from "@balcao/database/leases";
import { closeSession, handOver, runInBackground } from "./closeSession.js";
import { createKeeperState, freePlacesOf, stayingSessions, type KeeperOptions, type KeeperState } from "./keeperState.js";
import type { KeptSession } from "./keptSession.js";
import { reportUnkept } from "./reportUnkept.js";
import { handOverSurplus, updateShare } from "./shareSessions.js";
import { takeSessions } from "./takeSessions.js";

export interface SessionKeeper {
  /**
   * Renews the leases, closes sessions whose lease was lost, takes free leases, and maintains every
   * session. Call it at least once a second.
   */
  tick(): Promise<void>;
  sessions(): readonly KeptSession[];
  session(connectionId: number): KeptSession | undefined;
  /** Closes every session and releases its lease, so that another process can take it at once. */
  stop(): Promise<void>;
}

/**
 * Holds the leases of this process: one process at a time drives a number, and one that was paused
 * or cut off cannot write any more [P-27].
 */
export function createSessionKeeper(options: KeeperOptions): SessionKeeper {
  const state = createKeeperState(options);
  const { sql } = options.services.database;
  return {
    tick: async () => {
      try {
        await renew(state);
        await updateShare(state);
        handOverSurplus(state);
        await takeSessions(state);
        await reportUnkeptTypes(state);
      } finally {
        dropWhenOverdue(state);
      }
      for (const session of stayingSessions(state)) void session.maintain();
    },
    sessions: () => stayingSessions(state),
    session: (connectionId) => state.kept.get(connectionId),
    stop: async () => {
      await leaveSessionWorkers(sql, options.holder);
      for (const session of stayingSessions(state)) runInBackground(state, session.connectionId, handOver(state, session));
      await Promise.all(state.pending);
    },
  };
}

async function renew(state: KeeperState): Promise<void> {
  const { options, times, kept } = state;
  const { services, holder } = options;
  const askedAt = services.clock.monotonic();
  if (askedAt - state.renewedAt < times.renewMs && kept.size > 0) return;
  if (kept.size > 0) {
    const renewed = await renewLeases(services.database.sql, holder, times.ttlMs, [...kept.values()]);
    const held = new Set(renewed.map(({ connectionId }) => connectionId));
    for (const connectionId of kept.keys())
      if (!held.has(connectionId)) runInBackground(state, connectionId, closeSession(state, connectionId));
  }
  state.renewedAt = askedAt;
}

/** Shows administrators why a number without a holder is not connected. */
async function reportUnkeptTypes(state: KeeperState): Promise<void> {
  const { options, times } = state;
  const now = options.services.clock.monotonic();
  if (now - state.reportedAt < times.renewMs) return;
  state.reportedAt = now;
  await reportUnkept(options.services, freePlacesOf(state).full, 2 * times.renewMs);
}

/** After the deadline the leases may belong to another process, and only one may drive a number. */
function dropWhenOverdue(state: KeeperState): void {
  const { options, times, kept, renewedAt } = state;
  if (options.services.clock.monotonic() - renewedAt <= times.graceMs) return;
  for (const connectionId of [...kept.keys()]) runInBackground(state, connectionId, closeSession(state, connectionId));
}
