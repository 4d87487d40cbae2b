import { answerLimitMs, CAPABILITIES, doubtLimitMs, type Capabilities, type ConnectorApi } from "@balcao/domain/connections";
import type { OutboundMessage, SendOutcome } from "@balcao/domain/messaging";
import {
  applySendResults,
  claimSends,
  listStaleSends,
  releaseStaleSends,
  type ClaimedSend,
  type SendResultRow,
} from "@balcao/database/outbox";
import { inUnit, type House } from "../kernel/index.js";
import { recordSettledSends } from "./recordSettledSends.js";
import { foundNobody, MAX_ATTEMPTS, toResultRow, type RepeatRule } from "./sendOutcome.js";
import { toOutbound } from "./toOutbound.js";
import { createTokenBucket, type TokenBucket } from "./tokenBucket.js";

/** Results are written together, at most so long after the first of them. */
const FLUSH_MS = 8;
const STALE_MARGIN_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** A connection whose lease this process holds and whose session can send. */
export interface SendingConnection {
  readonly connectionId: number;
  readonly api: ConnectorApi;
  readonly holder: string;
  readonly epoch: number;
  readonly send: (message: OutboundMessage) => Promise<SendOutcome>;
  /** How long sends may take and be repeated, by the size of their file, where it is not the usual time. */
  readonly repeatRule?: (fileBytes: number) => RepeatRule;
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
    await pause(FLUSH_MS);
    while (results.length > 0) {
      const batch = results;
      results = [];
      await writeResults(house, connection, batch, limits);
    }
  };

  const flushSoon = (): void => {
    flushing ??= flush().finally(() => {
      flushing = null;
      onFree();
    });
  };

  const finish = (row: ClaimedSend, outcome: SendOutcome): void => {
    inFlight -= 1;
    if (row.heavy) heavyInFlight -= 1;
    // The keeper of the session hears of it now: nothing more is handed over until it is back.
    if (foundNobody(outcome)) house.waker.signal(`session:${connection.connectionId}`);
    results.push(toResultRow(row, outcome, ruleOf(connection, row), house.clock.now()));
    flushSoon();
  };

  /** A row that cannot be read as a message has certainly not left, and holds up no other. */
  const read = (row: ClaimedSend): OutboundMessage | SendOutcome => {
    try {
      return toOutbound(row, house.files.locate) ?? FILE_GONE;
    } catch (error) {
      house.logger.error({ err: error, connectionId: connection.connectionId, outboxId: row.id }, "a message to send could not be read");
      return UNREADABLE;
    }
  };

  /** A connector that fails instead of answering leaves a doubt. */
  const send = async (message: OutboundMessage): Promise<SendOutcome> => {
    try {
      return await connection.send(message);
    } catch (error) {
      house.logger.error({ err: error, connectionId: connection.connectionId, outboxId: message.outboxId }, "a connector failed");
      return NO_ANSWER;
    }
  };

  const handOver = async (row: ClaimedSend): Promise<void> => {
    const message = read(row);
    if ("state" in message) return finish(row, message);
    const answer = send(message);
    const silent = new AbortController();
    const outcome = await Promise.race([answer, pause(ruleOf(connection, row).answerLimitMs, NO_ANSWER, silent)]);
    silent.abort();
    finish(row, outcome);
    if (outcome !== NO_ANSWER) return;
    // An answer after the limit still proves that the message went out.
    const late = await answer;
    if (late.state === "sent") {
      results.push({ id: row.id, state: "sent", externalId: late.externalId, delayMs: 0, error: null, doubted: true });
      flushSoon();
    }
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
      const { connectionId, epoch } = connection;
      const staleAfterMs = limits.sendTimeoutMs + STALE_MARGIN_MS;
      const ids = await listStaleSends(house.database.sql, connectionId, epoch, staleAfterMs);
      if (ids.length === 0) return;
      const rule = {
        epoch,
        staleAfterMs,
        chosenId: limits.chosenId,
        maxAttempts: MAX_ATTEMPTS,
        repeatWindowMs: doubtLimitMs(0) - answerLimitMs(connection.api, 0),
      };
      const released = await inUnit(house, (unit) => recordSettledSends(unit, ids, () => releaseStaleSends(unit, ids, rule)));
      if (released.length > 0) onFree();
    },
    settle: async () => {
      while (inFlight > 0 || flushing !== null || results.length > 0) await (flushing ?? pause(FLUSH_MS));
    },
  };
}

const FILE_GONE: SendOutcome = {
  state: "refused",
  retry: false,
  retryAfterMs: null,
  error: { code: "ERR_WAPP_DOWNLOAD_MEDIA", title: "", message: "The file is gone", details: "" },
};

const UNREADABLE: SendOutcome = {
  state: "refused",
  retry: false,
  retryAfterMs: null,
  error: { code: "ERR_CREATING_MESSAGE", title: "", message: "The message could not be read", details: "" },
};

const NO_ANSWER: SendOutcome = {
  state: "unknown",
  error: { code: "ERR_GATEWAY_TIMEOUT", title: "", message: "The gateway did not answer in time", details: "" },
};

function ruleOf({ api, repeatRule }: SendingConnection, { heavy, fileSize }: Pick<ClaimedSend, "heavy" | "fileSize">): RepeatRule {
  const bytes = heavy ? (fileSize ?? 0) : 0;
  if (repeatRule) return repeatRule(bytes);
  return { chosenId: CAPABILITIES[api].chosenId, answerLimitMs: answerLimitMs(api, bytes), doubtLimitMs: doubtLimitMs(bytes) };
}

/** Writes results with their live events. Tried again while the database is away, until the stale rule takes the rows up anyway. */
async function writeResults(
  house: House,
  { connectionId, epoch }: SendingConnection,
  batch: readonly SendResultRow[],
  { ackAtAnswer, sendTimeoutMs }: Capabilities,
): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const until = house.clock.monotonic() + sendTimeoutMs + STALE_MARGIN_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await inUnit(house, (unit) => recordSettledSends(unit, ids, () => applySendResults(unit, epoch, batch, ackAtAnswer)));
      return;
    } catch (error) {
      const isLast = house.clock.monotonic() + pauseMs > until;
      house.logger.error({ err: error, connectionId, rows: batch.length, isLast }, "results of sends could not be written");
      if (isLast) return;
      await pause(pauseMs);
    }
  }
}

/** Resolves with the value after some milliseconds, or never once the signal is aborted. */
function pause<T = void>(ms: number, value?: T, cancel?: AbortController): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(value as T), ms);
    cancel?.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}
