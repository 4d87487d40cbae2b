import { createResultBatch, type ResultBatch } from "../outbox/index.js";
import type { KeptSession } from "./keptSession.js";
import type { SessionSurroundings } from "./openSession.js";
import { findFreePlaces, type FreePlaces } from "./freePlaces.js";

/**
 * Times of a lease, in milliseconds [M-8]: a holder renews every `renewMs`, stops its sessions
 * `graceMs` after its last successful renewal, and loses the lease after `ttlMs`.
 */
interface LeaseTimes {
  readonly ttlMs: number;
  readonly renewMs: number;
  readonly graceMs: number;
}

const LEASE_TIMES: LeaseTimes = { ttlMs: 30_000, renewMs: 5_000, graceMs: 20_000 };

export interface KeeperOptions extends SessionSurroundings {
  readonly capacity: number;
  readonly times?: LeaseTimes;
  /** Called when a session can take more sends, or has just been opened. */
  readonly onFree: () => void;
}

/** The sessions of this process, by connection. */
export interface KeeperState {
  readonly options: KeeperOptions;
  readonly times: LeaseTimes;
  /** Results of the sends of all sessions. */
  readonly results: ResultBatch;
  readonly kept: Map<number, KeptSession>;
  /**
   * Sessions that are being handed over: they take no new work, and close once their sends are
   * settled.
   */
  readonly leaving: Set<number>;
  /** Sessions that are closing. Closing may take long, and no other number waits for it. */
  readonly closing: Map<number, { readonly session: KeptSession; readonly down: Promise<void> }>;
  /** Work that no tick waits for; `stop` waits for it. */
  readonly pending: Set<Promise<void>>;
  renewedAt: number;
  reportedAt: number;
  /** This process's fair share of all sessions. Connectors with a per-process limit are excluded from it. */
  share: number;
}

/** A keeper that holds nothing yet. */
export function createKeeperState(options: KeeperOptions): KeeperState {
  return {
    options,
    times: options.times ?? LEASE_TIMES,
    results: createResultBatch(options.services, options.onFree),
    kept: new Map(),
    leaving: new Set(),
    closing: new Map(),
    pending: new Set(),
    renewedAt: options.services.clock.monotonic(),
    reportedAt: Number.NEGATIVE_INFINITY,
    share: options.capacity,
  };
}

/** Sessions that are not about to be given back. */
export const stayingSessions = ({ kept, leaving }: KeeperState): KeptSession[] =>
  [...kept.values()].filter(({ connectionId }) => !leaving.has(connectionId));

/** Staying sessions that count for the fair share. */
export const sharedSessions = (state: KeeperState): KeptSession[] =>
  stayingSessions(state).filter(({ api }) => state.options.connectors.get(api)?.mostSessions === undefined);

/** What this process can still carry; a session that is not down yet takes its place. */
export const freePlacesOf = ({ options, kept, closing }: KeeperState): FreePlaces =>
  findFreePlaces(options.connectors, [...kept.values(), ...[...closing.values()].map(({ session }) => session)]);
