import {
  acquireLeases,
  beatSessionWorker,
  ensureLeases,
  leaveSessionWorkers,
  releaseLease,
  renewLeases,
  reportUnkeptConnections,
} from "@balcao/database/leases";
import { type KeptSession, keepSession } from "./keptSession.js";
import { type KeeperOptions, type KeeperState, createKeeperState, freePlacesOf, sharedSessions, stayingSessions } from "./keeperState.js";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import type { FreePlaces } from "./freePlaces.js";
import { setTimeout as pause } from "node:timers/promises";
import type { ConnectorApi } from "@balcao/domain/connections";
import { storeReport, type HeldLease } from "./openSession.js";

/** Runs work that no tick waits for; `stop` waits for it. A failure is logged. */
function runInBackground({ options, pending }: KeeperState, connectionId: number, work: Promise<void>): void {
  const done = work
    .catch((error: unknown) => options.services.logger.warn({ err: error, connectionId }, "a session could not be let go of cleanly"))
    .finally(() => pending.delete(done));
  pending.add(done);
}

/** Closes a session and keeps its lease; resolves when the session is closed. */
function closeSession({ kept, leaving, closing }: KeeperState, connectionId: number): Promise<void> {
  const session = kept.get(connectionId);
  if (!session) return closing.get(connectionId)?.down ?? Promise.resolve();
  kept.delete(connectionId);
  leaving.delete(connectionId);
  const down = session.close().finally(() => closing.delete(connectionId));
  closing.set(connectionId, { session, down });
  return down;
}

/** Releases the lease only after the session is closed, because another process may take it at once. */
async function closeAndRelease(state: KeeperState, connectionId: number): Promise<void> {
  await closeSession(state, connectionId);
  await releaseLease(state.options.services.database.sql, state.options.holder, connectionId);
}

/** Gives a session to another worker, once the results of its sends are written. */
async function handOver(state: KeeperState, session: KeptSession): Promise<void> {
  const { connectionId, dispatcher } = session;
  state.leaving.add(connectionId);
  await dispatcher.settle();
  // A lease that was lost meanwhile may have been taken again: the new session stays.
  if (state.kept.get(connectionId) === session) await closeAndRelease(state, connectionId);
}

/** Most sessions are closed within this time; they are opened again in the same tick. */
const CLOSE_MS = 500;

/** Takes free leases, only of kinds that this process can open. */
async function takeSessions(state: KeeperState): Promise<void> {
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

/**
 * Reports this process among those that keep sessions, and reads its fair share. Runs at every
 * tick, so that a new number is opened at once and a deleted one does not count.
 */
async function updateShare(state: KeeperState): Promise<void> {
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
function handOverSurplus(state: KeeperState): void {
  const shared = sharedSessions(state);
  if (shared.length <= state.share) return;
  const [first] = shared.sort((a, b) => Number(a.status() === "CONNECTED") - Number(b.status() === "CONNECTED"));
  if (!first) return;
  runInBackground(state, first.connectionId, handOver(state, first));
  const { connectionId } = first;
  state.options.services.logger.info({ connectionId, share: state.share }, "a session is handed to another worker");
}

/**
 * Stores the reason at connections that no process has held for `quietMs`. A process with free places
 * would have taken them within a second.
 */
async function reportUnkept(services: Services, full: FreePlaces["full"], quietMs: number): Promise<void> {
  for (const { api, reason } of full) {
    await inUnit(services, async (unit) => {
      for (const id of await reportUnkeptConnections(unit, api, reason, quietMs)) await unit.live("session", { id, action: "update" });
    });
  }
}

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
