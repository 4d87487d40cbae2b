import { answerLimitMs, CAPABILITIES, doubtLimitMs } from "@balcao/domain/connections";
import { listStaleSends, releaseStaleSends, type ClaimedSend, type ClaimLimits } from "@balcao/database/outbox";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { handOver, type Dispatching } from "./handOver.js";
import { pause } from "./pause.js";
import { recordSettledSends, FLUSH_MS, STALE_MARGIN_MS, type ResultBatch } from "./resultBatch.js";
import type { SendingConnection } from "./sendingConnection.js";
import { MAX_ATTEMPTS } from "./sendOutcome.js";
import { createTokenBucket } from "./tokenBucket.js";

export interface Dispatcher {
  /** What it may take now, for `dispatchDue`; null when its limits of number or rate are reached. */
  limits(): ClaimLimits | null;
  /** Hands claimed messages of its connection over. */
  handOver(rows: readonly ClaimedSend[]): void;
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
 * connection within its kind's limits of number and rate (ADR 4). A row is committed as
 * handed before the call, so that a crash leaves a visible row instead of a guess.
 */
export function createDispatcher(services: Services, connection: SendingConnection, results: ResultBatch): Dispatcher {
  const limits = CAPABILITIES[connection.api];
  const state: Dispatching = {
    services,
    connection,
    limits,
    bucket: createTokenBucket(limits.rate, services.clock),
    results,
    inFlight: 0,
    heavyInFlight: 0,
    unwritten: 0,
  };
  return {
    limits: () => limitsOf(state),
    handOver: (rows) => {
      state.bucket.take(rows.length);
      for (const row of rows) void handOver(state, row);
    },
    releaseStale: async () => {
      if (await releaseStale(state)) results.onFree();
    },
    settle: async () => {
      while (state.inFlight > 0 || state.unwritten > 0) await pause(FLUSH_MS);
    },
  };
}

function limitsOf({ connection, limits, bucket, inFlight, heavyInFlight }: Dispatching): ClaimLimits | null {
  const { connectionId, epoch } = connection;
  const free = Math.min(limits.inFlight - inFlight, bucket.available());
  return free <= 0 ? null : { connectionId, epoch, free, freeHeavy: Math.max(0, limits.mediaInFlight - heavyInFlight) };
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
