import { beatSessionWorker } from "@balcao/database/leases";
import { handOver, closeAndRelease, runInBackground } from "./closeSession.js";
import { freePlacesOf, sharedSessions, type KeeperState } from "./keeperState.js";

/**
 * Reports this process among those that keep sessions, and reads its fair share. Runs at every
 * tick, so that a new number is opened at once and a deleted one does not count.
 */
export async function updateShare(state: KeeperState): Promise<void> {
  const { options, times, kept } = state;
  const { sql } = options.services.database;
  const { workers, wanted, unwanted } = await beatSessionWorker(sql, options.holder, {
    ttlMs: times.ttlMs,
    apis: freePlacesOf(state).shared,
    kept: [...kept.keys()],
  });
  for (const connectionId of unwanted) runInBackground(state, connectionId, closeAndRelease(state, connectionId));
  state.share = Math.min(options.capacity, Math.ceil(wanted / workers));
}

/**
 * Makes room for another process: hands over one session per tick, unconnected ones first, so
 * that few phones notice.
 */
export function handOverSurplus(state: KeeperState): void {
  const shared = sharedSessions(state);
  if (shared.length <= state.share) return;
  const [first] = shared.sort((a, b) => Number(a.status() === "CONNECTED") - Number(b.status() === "CONNECTED"));
  if (!first) return;
  runInBackground(state, first.connectionId, handOver(state, first));
  const { connectionId } = first;
  state.options.services.logger.info({ connectionId, share: state.share }, "a session is handed to another worker");
}
