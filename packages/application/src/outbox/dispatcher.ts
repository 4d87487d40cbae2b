import { CAPABILITIES, type Capabilities, type ConnectorApi } from "@balcao/domain/connections";
import type { OutboundMessage, SendOutcome } from "@balcao/domain/messaging";
import {
  applySendResults,
  claimSends,
  releaseStaleSends,
  type ClaimedSend,
  type SendResultRow,
  type SettledSend,
} from "@balcao/database/outbox";
import { lockTicket, raiseTicketVersion } from "@balcao/database/tickets";
import { WAKE, type House } from "../kernel/index.js";
import { recordTicketChange } from "../tickets/index.js";
import { foundNobody, MAX_ATTEMPTS, toResultRow } from "./sendOutcome.js";
import { toOutbound } from "./toOutbound.js";
import { createTokenBucket, type TokenBucket } from "./tokenBucket.js";

/** Results are written together, at most so long after the first of them. */
const FLUSH_MS = 8;
const STALE_MARGIN_MS = 10_000;

/** A connection whose lease this process holds and whose session can send. */
export interface SendingConnection {
  readonly connectionId: number;
  readonly api: ConnectorApi;
  readonly holder: string;
  readonly epoch: number;
  readonly send: (message: OutboundMessage) => Promise<SendOutcome>;
}

export interface Dispatcher {
  /** Hands due messages over while there are free places; answers how many it took. */
  dispatch(): Promise<number>;
  /** Takes back hand-offs whose holder died or fell silent. Call it when the lease is taken, and now and then. */
  releaseStale(): Promise<void>;
  /** Resolves when everything handed over has its result written. */
  settle(): Promise<void>;
}

/**
 * Sends what is due on one connection: one message in flight per conversation, in order; per connection as many as its kind allows and as fast as
 * its bucket gives (ARCHITECTURE 6). A row is committed as handed before its message leaves, so a crash is seen and never guessed about.
 */
export function createDispatcher(house: House, connection: SendingConnection, onFree: () => void): Dispatcher {
  const limits: Capabilities = CAPABILITIES[connection.api];
  const bucket: TokenBucket = createTokenBucket(limits.rate, house.clock);
  let inFlight = 0;
  let heavyInFlight = 0;
  let results: SendResultRow[] = [];
  let flushing: Promise<void> | null = null;

  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
    while (results.length > 0) {
      const batch = results;
      results = [];
      try {
        await tellSettled(house, await applySendResults(house.database.sql, connection.epoch, batch, limits.ackAtAnswer));
      } catch (error) {
        // The rows stay handed: the stale rule takes them up, and repeats only what may be repeated.
        house.logger.error(
          { err: error, connectionId: connection.connectionId, rows: batch.length },
          "results of sends could not be written",
        );
      }
    }
  };

  const finish = (row: ClaimedSend, outcome: SendOutcome): void => {
    inFlight -= 1;
    if (row.heavy) heavyInFlight -= 1;
    // Whoever keeps the session learns of it now: nothing more is handed over until it is back.
    if (foundNobody(outcome)) house.waker.signal(`session:${connection.connectionId}`);
    results.push(toResultRow(row, outcome, limits, house.clock.now()));
    flushing ??= flush().finally(() => {
      flushing = null;
      onFree();
    });
  };

  const handOver = async (row: ClaimedSend): Promise<void> => {
    const message = toOutbound(row, house.files.locate);
    finish(row, message ? await connection.send(message) : FILE_GONE);
  };

  return {
    dispatch: async () => {
      const free = Math.min(limits.inFlight - inFlight, bucket.available());
      if (free <= 0) return 0;
      const rows = await claimSends(house.database.sql, connection.connectionId, {
        free,
        freeHeavy: Math.max(0, limits.mediaInFlight - heavyInFlight),
        holder: connection.holder,
        epoch: connection.epoch,
      });
      bucket.take(rows.length);
      for (const row of rows) {
        inFlight += 1;
        if (row.heavy) heavyInFlight += 1;
        void handOver(row);
      }
      return rows.length;
    },
    releaseStale: async () => {
      const released = await releaseStaleSends(
        house.database.sql,
        connection.connectionId,
        connection.epoch,
        limits.sendTimeoutMs + STALE_MARGIN_MS,
        limits.chosenId,
        MAX_ATTEMPTS,
      );
      await tellSettled(
        house,
        released.filter(({ state }) => state !== "queued"),
      );
      if (released.length > 0) onFree();
    },
    settle: async () => {
      while (inFlight > 0 || flushing !== null || results.length > 0)
        await (flushing ?? new Promise((resolve) => setTimeout(resolve, FLUSH_MS)));
    },
  };
}

const FILE_GONE: SendOutcome = {
  state: "refused",
  retry: false,
  retryAfterMs: null,
  error: { code: "ERR_WAPP_DOWNLOAD_MEDIA", title: "", message: "The file is gone", details: "" },
};

/** Browsers learn what became of a message: one live event per ticket, each in its own short transaction. */
async function tellSettled(house: House, settled: readonly SettledSend[]): Promise<void> {
  const byTicket = new Map<number, SettledSend[]>();
  for (const send of settled) byTicket.set(send.ticketId, [...(byTicket.get(send.ticketId) ?? []), send]);
  for (const [ticketId, sends] of byTicket) {
    await house.database.begin(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      if (!ticket) return;
      await recordTicketChange(tx, ticket, await raiseTicketVersion(tx, ticketId), {
        updated: sends.map(({ messageId }) => messageId),
      });
    });
  }
  if (byTicket.size > 0) house.waker.signal(WAKE.live);
}
