import type { ConnectorApi } from "@balcao/domain/connections";
import { acquireLeases, beatSessionWorker, ensureLeases, leaveSessionWorkers, releaseLease, renewLeases } from "@balcao/database/leases";
import { keepSession, type KeptSession } from "./keptSession.js";
import { findRoom } from "./room.js";
import type { SessionSurroundings } from "./openSession.js";
import { tellLeftSessions } from "./tellLeftSessions.js";

/** Lease times of M-8, in milliseconds: a holder renews every `renewMs`, lets go by itself `graceMs` after its last good renewal, and loses the lease after `ttlMs`. */
export interface LeaseTimes {
  readonly ttlMs: number;
  readonly renewMs: number;
  readonly graceMs: number;
}

export const LEASE_TIMES: LeaseTimes = { ttlMs: 30_000, renewMs: 5_000, graceMs: 20_000 };

export interface SessionKeeper {
  /** Renews, lets go of what was lost, takes what nobody holds, and tends every session. Call it at least every second. */
  tick(): Promise<void>;
  sessions(): readonly KeptSession[];
  session(connectionId: number): KeptSession | undefined;
  /** Gives everything back, so that another process can take over at once. */
  stop(): Promise<void>;
}

interface KeeperOptions extends SessionSurroundings {
  readonly capacity: number;
  readonly times?: LeaseTimes;
  /** Called when a session has room for sends or has just been taken. */
  readonly onFree: (connectionId: number) => void;
}

/** Holds the leases of phone numbers in this process: one process owns a phone, and one that was paused or cut off cannot write any more (P-27). */
export function createSessionKeeper(options: KeeperOptions): SessionKeeper {
  const { house, holder, capacity, onFree } = options;
  const times = options.times ?? LEASE_TIMES;
  const kept = new Map<number, KeptSession>();
  let renewedAt = house.clock.monotonic();
  let toldAt = Number.NEGATIVE_INFINITY;
  /** How many sessions are this process's part, when all that keep sessions keep about as many. Kinds that a process carries few of are not shared out. */
  let share = capacity;
  const room = () => findRoom(options.connectors, [...kept.values()]);
  const shared = (): KeptSession[] => [...kept.values()].filter(({ api }) => options.connectors.get(api)?.mostSessions === undefined);

  const drop = async (connectionId: number): Promise<void> => {
    const session = kept.get(connectionId);
    kept.delete(connectionId);
    await session
      ?.close()
      .catch((error: unknown) => house.logger.warn({ err: error, connectionId }, "a session could not be closed cleanly"));
  };

  const renew = async (): Promise<void> => {
    const askedAt = house.clock.monotonic();
    if (askedAt - renewedAt < times.renewMs && kept.size > 0) return;
    if (kept.size > 0) {
      const alive = await renewLeases(house.database.sql, holder, times.ttlMs, [...kept.values()]);
      const living = new Set(alive.map(({ connectionId }) => connectionId));
      for (const connectionId of kept.keys()) if (!living.has(connectionId)) await drop(connectionId);
    }
    renewedAt = askedAt;
  };

  /** At every tick, so that a new number waits for nobody. */
  const takeShare = async (): Promise<void> => {
    const { workers, wanted } = await beatSessionWorker(house.database.sql, holder, times.ttlMs, room().shared);
    share = Math.min(capacity, Math.ceil(wanted / workers));
  };

  const giveBack = async (session: KeptSession): Promise<void> => {
    await session.dispatcher.settle();
    await drop(session.connectionId);
    await releaseLease(house.database.sql, holder, session.connectionId);
  };

  /** Makes room for a process that came: one session a tick, those first that are not connected, so that hardly a phone notices. */
  const shareOut = async (): Promise<void> => {
    if (shared().length <= share) return;
    const [first] = shared().sort((a, b) => Number(a.status() === "CONNECTED") - Number(b.status() === "CONNECTED"));
    if (!first) return;
    await giveBack(first);
    house.logger.info({ connectionId: first.connectionId, share }, "a session was handed to another worker");
  };

  /** Takes what nobody holds, and nothing that cannot run here. */
  const acquire = async (): Promise<void> => {
    const { shared: kinds, few } = room();
    if (shared().length < share || few.some(({ places }) => places > 0)) await ensureLeases(house.database.sql);
    await take(share - shared().length, kinds);
    for (const { api, places } of few) await take(places, [api]);
  };

  const take = async (most: number, apis: readonly ConnectorApi[]): Promise<void> => {
    if (most <= 0 || apis.length === 0) return;
    for (const { connectionId, epoch } of await acquireLeases(house.database.sql, holder, most, times.ttlMs, apis)) {
      // A lease that was revoked is taken anew, perhaps by its own holder.
      await drop(connectionId);
      const session = await keepSession(options, connectionId, epoch, () => onFree(connectionId));
      if (!session) {
        await releaseLease(house.database.sql, holder, connectionId);
        continue;
      }
      kept.set(connectionId, session);
      await session.dispatcher.releaseStale();
      house.logger.info({ connectionId, epoch }, "a session was taken");
      onFree(connectionId);
    }
  };

  /** Where no process has room for a number, an administrator must learn why it stays away. */
  const tellLeft = async (): Promise<void> => {
    if (house.clock.monotonic() - toldAt < times.renewMs) return;
    toldAt = house.clock.monotonic();
    await tellLeftSessions(house, room().full, 2 * times.renewMs);
  };

  return {
    tick: async () => {
      try {
        await renew();
        await takeShare();
        await shareOut();
        await acquire();
        await tellLeft();
      } finally {
        // Past the deadline nobody asks: the lease may be another's by now, and a phone has one owner.
        if (house.clock.monotonic() - renewedAt > times.graceMs) for (const connectionId of [...kept.keys()]) await drop(connectionId);
      }
      for (const session of kept.values()) void session.tend();
    },
    sessions: () => [...kept.values()],
    session: (connectionId) => kept.get(connectionId),
    stop: async () => {
      await leaveSessionWorkers(house.database.sql, holder);
      for (const session of [...kept.values()]) await giveBack(session);
    },
  };
}
