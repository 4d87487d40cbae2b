import { answerLimitMs, CAPABILITIES, doubtLimitMs } from "@balcao/domain/connections";
import { quietUntil } from "@balcao/domain/sends";
import { claimSends, listStaleSends, releaseStaleSends } from "@balcao/database/outbox";
import { inUnit, type Services } from "../kernel/index.js";
import { handOver, type Dispatching } from "./handOver.js";
import { pause } from "./pause.js";
import { recordSettledSends } from "./recordSettledSends.js";
import { FLUSH_MS, STALE_MARGIN_MS } from "./resultBatch.js";
import type { SendingConnection } from "./sendingConnection.js";
import { MAX_ATTEMPTS } from "./sendOutcome.js";
import { createTokenBucket } from "./tokenBucket.js";

export interface Dispatcher {
  /** Hands due messages over, up to the limits. Returns how many it took. */
  dispatch(): Promise<number>;
  /**
   * Takes back hand-offs whose holder died or stopped responding. Call it after taking the lease,
   * and from time to time.
   */
  releaseStale(): Promise<void>;
  /** Resolves when the results of all hand-offs are written. */
  settle(): Promise<void>;
}

/**
 * Sends the due messages of one connection: one in flight per conversation, in order, and per
 * connection within its kind's limits of number and rate (ARCHITECTURE 6). A row is committed as
 * handed before the call, so that a crash leaves a visible row instead of a guess.
 */
export function createDispatcher(services: Services, connection: SendingConnection, onFree: () => void): Dispatcher {
  const limits = CAPABILITIES[connection.api];
  const state: Dispatching = {
    services,
    connection,
    limits,
    bucket: createTokenBucket(limits.rate, services.clock),
    results: { services, connection, limits, onWritten: onFree, rows: [], writing: null },
    inFlight: 0,
    heavyInFlight: 0,
  };
  return {
    dispatch: () => dispatch(state),
    releaseStale: async () => {
      if (await releaseStale(state)) onFree();
    },
    settle: async () => {
      const { results } = state;
      while (state.inFlight > 0 || results.writing !== null || results.rows.length > 0) await (results.writing ?? pause(FLUSH_MS));
    },
  };
}

async function dispatch(state: Dispatching): Promise<number> {
  const { services, connection, limits, bucket } = state;
  const free = Math.min(limits.inFlight - state.inFlight, bucket.available());
  if (free <= 0) return 0;
  const rows = await claimSends(services.database.sql, connection.connectionId, {
    free,
    freeHeavy: Math.max(0, limits.mediaInFlight - state.heavyInFlight),
    holder: connection.holder,
    epoch: connection.epoch,
    paced: quietUntil(services.directory.current().settings, services.clock.now()) === null,
  });
  bucket.take(rows.length);
  for (const row of rows) void handOver(state, row);
  return rows.length;
}

/** Takes back hand-offs of another epoch or without an answer; answers whether there were any. */
async function releaseStale({ services, connection, limits }: Dispatching): Promise<boolean> {
  const { connectionId, epoch, api } = connection;
  const staleAfterMs = limits.sendTimeoutMs + STALE_MARGIN_MS;
  const ids = await listStaleSends(services.database.sql, connectionId, epoch, staleAfterMs);
  if (ids.length === 0) return false;
  const rule = {
    epoch,
    staleAfterMs,
    chosenId: limits.chosenId,
    maxAttempts: MAX_ATTEMPTS,
    repeatWindowMs: doubtLimitMs(0) - answerLimitMs(api, 0),
  };
  const released = await inUnit(services, (unit) => recordSettledSends(unit, ids, () => releaseStaleSends(unit, ids, rule)));
  return released.length > 0;
}
