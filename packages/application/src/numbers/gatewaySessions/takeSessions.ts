import { setTimeout as pause } from "node:timers/promises";
import type { ConnectorApi } from "@balcao/domain/connections";
import { acquireLeases, ensureLeases, releaseLease } from "@balcao/database/leases";
import { closeSession, runInBackground } from "./closeSession.js";
import { keepSession } from "./keptSession.js";
import { freePlacesOf, sharedSessions, type KeeperState } from "./keeperState.js";
import { storeReport, type HeldLease } from "./openSession.js";

/** Most sessions are closed within this time; they are opened again in the same tick. */
const CLOSE_MS = 500;

/** Takes free leases, only of kinds that this process can open. */
export async function takeSessions(state: KeeperState): Promise<void> {
  const { shared: kinds, few } = freePlacesOf(state);
  const missing = (): number => state.share - sharedSessions(state).length;
  if (missing() > 0 || few.some(({ places }) => places > 0)) await ensureLeases(state.options.services.database.sql);
  await take(state, missing(), kinds);
  for (const { api, places } of few) await take(state, places, [api]);
}

async function take(state: KeeperState, most: number, apis: readonly ConnectorApi[]): Promise<void> {
  if (most <= 0 || apis.length === 0) return;
  const { services, holder } = state.options;
  for (const lease of await acquireLeases(services.database.sql, holder, { limit: most, ttlMs: state.times.ttlMs, apis })) {
    if (await isOldSessionClosed(state, lease.connectionId)) await open(state, lease);
    else await releaseLease(services.database.sql, holder, lease.connectionId);
  }
}

/** A revoked lease may be taken again by the same process; its old session must be closed first. */
async function isOldSessionClosed(state: KeeperState, connectionId: number): Promise<boolean> {
  const down = closeSession(state, connectionId);
  runInBackground(state, connectionId, down);
  await Promise.race([down.catch(() => undefined), pause(CLOSE_MS, undefined, { ref: false })]);
  return !state.closing.has(connectionId);
}

/**
 * Reports a connection that cannot be opened, without stopping the others. It is tried again when
 * its lease has expired.
 */
async function open(state: KeeperState, lease: HeldLease): Promise<void> {
  const { options, kept } = state;
  const { services, holder } = options;
  const { connectionId, epoch } = lease;
  try {
    const session = await keepSession(options, lease, state.results);
    if (!session) return await releaseLease(services.database.sql, holder, connectionId);
    kept.set(connectionId, session);
    await session.dispatcher.releaseStale();
    services.logger.info({ connectionId, epoch }, "a session was taken");
    options.onFree();
  } catch (error) {
    services.logger.error({ err: error, connectionId }, "a connection could not be opened; it will be tried again");
    if (kept.has(connectionId)) runInBackground(state, connectionId, closeSession(state, connectionId));
    await storeReport(options, lease, { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason: "unopened" });
  }
}
