import { releaseLease } from "@balcao/database/leases";
import type { KeptSession } from "./keptSession.js";
import type { KeeperState } from "./keeperState.js";

/** Runs work that no tick waits for; `stop` waits for it. A failure is logged. */
export function runInBackground({ options, pending }: KeeperState, connectionId: number, work: Promise<void>): void {
  const done = work
    .catch((error: unknown) => options.services.logger.warn({ err: error, connectionId }, "a session could not be let go of cleanly"))
    .finally(() => pending.delete(done));
  pending.add(done);
}

/** Closes a session and keeps its lease; resolves when the session is closed. */
export function closeSession({ kept, leaving, closing }: KeeperState, connectionId: number): Promise<void> {
  const session = kept.get(connectionId);
  if (!session) return closing.get(connectionId)?.down ?? Promise.resolve();
  kept.delete(connectionId);
  leaving.delete(connectionId);
  const down = session.close().finally(() => closing.delete(connectionId));
  closing.set(connectionId, { session, down });
  return down;
}

/** Releases the lease only after the session is closed, because another process may take it at once. */
export async function closeAndRelease(state: KeeperState, connectionId: number): Promise<void> {
  await closeSession(state, connectionId);
  await releaseLease(state.options.services.database.sql, state.options.holder, connectionId);
}

/** Gives a session to another worker, once the results of its sends are written. */
export async function handOver(state: KeeperState, session: KeptSession): Promise<void> {
  const { connectionId, dispatcher } = session;
  state.leaving.add(connectionId);
  await dispatcher.settle();
  // A lease that was lost meanwhile may have been taken again: the new session stays.
  if (state.kept.get(connectionId) === session) await closeAndRelease(state, connectionId);
}
