import { setTimeout as pause } from "node:timers/promises";
import type { ConnectorApi } from "@balcao/domain/connections";
import { acquireLeases, beatSessionWorker, ensureLeases, leaveSessionWorkers, releaseLease, renewLeases } from "@balcao/database/leases";
import { keepSession, type KeptSession } from "./keptSession.js";
import { findRoom } from "./room.js";
import { storeReport, type SessionSurroundings } from "./openSession.js";
import { tellLeftSessions } from "./tellLeftSessions.js";

/** Lease times of M-8, in milliseconds: a holder renews every `renewMs`, lets go by itself `graceMs` after its last good renewal, and loses the lease after `ttlMs`. */
export interface LeaseTimes {
  readonly ttlMs: number;
  readonly renewMs: number;
  readonly graceMs: number;
}

/** What administrators read at a connection that this server cannot open. */
const UNOPENED = "Esta conexão não pôde ser aberta. Os dados dela não podem ser lidos ou usados neste servidor: veja o log do worker.";

/** Most sessions are down within this time, and are opened anew at once. */
const CLOSE_MS = 500;

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
  /** Kept until what was handed over is settled, then given back: nothing new is asked of them. */
  const leaving = new Set<number>();
  /** Let go of, and not down yet. A session may take its time, and no other number waits for it. */
  const closing = new Map<number, { readonly session: KeptSession; readonly down: Promise<void> }>();
  const pending = new Set<Promise<void>>();
  let renewedAt = house.clock.monotonic();
  let toldAt = Number.NEGATIVE_INFINITY;
  /** How many sessions are this process's part, when all that keep sessions keep about as many. Connectors with a per-process limit are excluded from the fair share. */
  let share = capacity;
  const staying = (): KeptSession[] => [...kept.values()].filter(({ connectionId }) => !leaving.has(connectionId));
  const room = () => findRoom(options.connectors, [...kept.values(), ...[...closing.values()].map(({ session }) => session)]);
  const shared = (): KeptSession[] => staying().filter(({ api }) => options.connectors.get(api)?.mostSessions === undefined);

  /** Work that no tick waits for, and the end of this process does. */
  const aside = (connectionId: number, work: Promise<void>): void => {
    const done = work
      .catch((error: unknown) => house.logger.warn({ err: error, connectionId }, "a session could not be let go of cleanly"))
      .finally(() => pending.delete(done));
    pending.add(done);
  };

  /** Resolves when the session is down. */
  const drop = (connectionId: number): Promise<void> => {
    const session = kept.get(connectionId);
    if (!session) return closing.get(connectionId)?.down ?? Promise.resolve();
    kept.delete(connectionId);
    leaving.delete(connectionId);
    const down = session.close().finally(() => closing.delete(connectionId));
    closing.set(connectionId, { session, down });
    return down;
  };

  const renew = async (): Promise<void> => {
    const askedAt = house.clock.monotonic();
    if (askedAt - renewedAt < times.renewMs && kept.size > 0) return;
    if (kept.size > 0) {
      const alive = await renewLeases(house.database.sql, holder, times.ttlMs, [...kept.values()]);
      const living = new Set(alive.map(({ connectionId }) => connectionId));
      for (const connectionId of kept.keys()) if (!living.has(connectionId)) aside(connectionId, drop(connectionId));
    }
    renewedAt = askedAt;
  };

  /** At every tick, so that a new number waits for nobody, and none is handed over because of one that is gone. */
  const takeShare = async (): Promise<void> => {
    const { workers, wanted, unwanted } = await beatSessionWorker(house.database.sql, holder, times.ttlMs, room().shared, [...kept.keys()]);
    for (const connectionId of unwanted) aside(connectionId, letGo(connectionId));
    share = Math.min(capacity, Math.ceil(wanted / workers));
  };

  /** The lease goes with the session, never before it: another process may take it at once. */
  const letGo = async (connectionId: number): Promise<void> => {
    await drop(connectionId);
    await releaseLease(house.database.sql, holder, connectionId);
  };

  const giveBack = async (session: KeptSession): Promise<void> => {
    const { connectionId, dispatcher } = session;
    leaving.add(connectionId);
    await dispatcher.settle();
    // A lease that was lost meanwhile may have been taken anew: that session stays.
    if (kept.get(connectionId) === session) await letGo(connectionId);
  };

  /** Makes room for a process that came: one session a tick, those first that are not connected, so that hardly a phone notices. */
  const shareOut = (): void => {
    if (shared().length <= share) return;
    const [first] = shared().sort((a, b) => Number(a.status() === "CONNECTED") - Number(b.status() === "CONNECTED"));
    if (!first) return;
    aside(first.connectionId, giveBack(first));
    house.logger.info({ connectionId: first.connectionId, share }, "a session is handed to another worker");
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
      // A lease that was revoked is taken anew, perhaps by its own holder: once the session under the old one is down.
      const down = drop(connectionId);
      aside(connectionId, down);
      await Promise.race([down.catch(() => undefined), pause(CLOSE_MS, undefined, { ref: false })]);
      if (closing.has(connectionId)) {
        await releaseLease(house.database.sql, holder, connectionId);
        continue;
      }
      try {
        const session = await keepSession(options, connectionId, epoch, () => onFree(connectionId));
        if (session) await keep(session);
        else await releaseLease(house.database.sql, holder, connectionId);
      } catch (error) {
        await reportUnopened(connectionId, epoch, error);
      }
    }
  };

  const keep = async (session: KeptSession): Promise<void> => {
    const { connectionId, epoch } = session;
    kept.set(connectionId, session);
    await session.dispatcher.releaseStale();
    house.logger.info({ connectionId, epoch }, "a session was taken");
    onFree(connectionId);
  };

  /** Each connection by itself: one that cannot be opened says so and stops no other. Its lease runs out, and then it is tried again. */
  const reportUnopened = async (connectionId: number, epoch: number, error: unknown): Promise<void> => {
    house.logger.error({ err: error, connectionId }, "a connection could not be opened; it will be tried again");
    if (kept.has(connectionId)) aside(connectionId, drop(connectionId));
    const report = { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason: UNOPENED } as const;
    await storeReport(options, connectionId, epoch, report);
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
        shareOut();
        await acquire();
        await tellLeft();
      } finally {
        // Past the deadline nobody asks: the lease may be another's by now, and a phone has one owner.
        if (house.clock.monotonic() - renewedAt > times.graceMs)
          for (const connectionId of [...kept.keys()]) aside(connectionId, drop(connectionId));
      }
      for (const session of staying()) void session.tend();
    },
    sessions: staying,
    session: (connectionId) => kept.get(connectionId),
    stop: async () => {
      await leaveSessionWorkers(house.database.sql, holder);
      for (const session of staying()) aside(session.connectionId, giveBack(session));
      await Promise.all(pending);
    },
  };
}
