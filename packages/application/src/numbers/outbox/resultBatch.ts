import { adoptOrphansOfSends } from "@balcao/database/lanes";
import { applySendResults, type FencedResult, type SettledSend } from "@balcao/database/outbox";
import { lockTicketsOfSends, raiseTicketVersions } from "@balcao/database/tickets";
import { inUnit, WAKE, type Services, type Unit } from "../../ground/kernel/index.js";
import { recordTicketChange } from "../../inbox/tickets/index.js";
import { pause } from "./pause.js";

/** Results are written in batches, at most this long after the first of them. */
export const FLUSH_MS = 8;
/** A hand-off counts as stale so long after the connector's own limit. */
export const STALE_MARGIN_MS = 10_000;
/** Results per transaction: a larger batch locks its conversations longer. */
const MOST_TOGETHER = 100;
/** Results of several numbers wait no longer than this for a locked conversation, so that it holds up its own number alone. */
const TOGETHER_WAIT = "100ms";
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** The result of a hand-off, with what its connection says about it. */
interface ConnectionResult extends FencedResult {
  readonly connectionId: number;
  /** Whether we choose the provider id. */
  readonly chosenId: boolean;
  /** The connector's time limit of one hand-off. */
  readonly sendTimeoutMs: number;
}

/** Results of sends of all connections of a process, which are written together. */
export interface ResultBatch {
  /** Resolves when the result is stored, or when the stale rule takes its row back. */
  write(result: ConnectionResult): Promise<void>;
  /** Called when a connection may send more. */
  readonly onFree: () => void;
}

interface WaitingResult extends ConnectionResult {
  readonly written: () => void;
}

/** Creates the batch of a process, which calls `onFree` each time after results were written. */
export function createResultBatch(services: Services, onFree: () => void): ResultBatch {
  const waiting: WaitingResult[] = [];
  let isFlushing = false;
  const flush = async (): Promise<void> => {
    isFlushing = true;
    await pause(FLUSH_MS);
    while (waiting.length > 0) await writeTogether(services, waiting.splice(0, MOST_TOGETHER), onFree);
    isFlushing = false;
  };
  return {
    onFree,
    write: (result) =>
      new Promise((written) => {
        waiting.push({ ...result, written });
        if (!isFlushing) void flush();
      }),
  };
}

/**
 * Writes results in one transaction. After a failure each connection's are tried again on their own,
 * so that a result that cannot be stored, or whose conversation is locked, delays those of no other number.
 */
async function writeTogether(services: Services, results: readonly WaitingResult[], onFree: () => void): Promise<void> {
  const finish = (written: readonly WaitingResult[]): void => {
    for (const each of written) each.written();
    onFree();
  };
  try {
    await writeOnce(services, results, TOGETHER_WAIT);
    finish(results);
  } catch (error) {
    services.logger.warn({ err: error, rows: results.length }, "results of sends could not be written; they are tried again");
    for (const id of new Set(results.map(({ connectionId }) => connectionId))) {
      const own = results.filter(({ connectionId }) => connectionId === id);
      void writeRepeatedly(services, own).then(() => finish(own));
    }
  }
}

async function writeRepeatedly(services: Services, results: readonly ConnectionResult[]): Promise<void> {
  const until = services.clock.monotonic() + Math.max(...results.map(({ sendTimeoutMs }) => sendTimeoutMs)) + STALE_MARGIN_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await writeOnce(services, results);
    } catch (error) {
      const isLast = services.clock.monotonic() + pauseMs > until;
      const facts = { connectionId: results[0]?.connectionId, rows: results.length, isLast };
      services.logger.error({ err: error, ...facts }, "results of sends could not be written");
      if (isLast) return;
      await pause(pauseMs);
    }
  }
}

/**
 * Changes the state of sends, and records the live events of their tickets in the same transaction:
 * no message whose result is stored still shows a clock. Tickets are locked first, in the order of
 * their ids, as everywhere where sends and messages change. `settle` is one statement, which goes to
 * the server together with the locks.
 */
export async function recordSettledSends(
  unit: Unit,
  outboxIds: readonly string[],
  settle: () => Promise<readonly SettledSend[]>,
): Promise<readonly SettledSend[]> {
  if (outboxIds.length === 0) return [];
  const [tickets, settled] = await Promise.all([lockTicketsOfSends(unit, outboxIds), settle()]);
  // One that waits again is included: a screen may have read it while it was handed over.
  const changed = new Set(settled.map(({ ticketId }) => ticketId));
  for (const after of await raiseTicketVersions(unit, [...changed])) {
    const before = tickets.find(({ id }) => id === after.id) ?? after;
    const updated = settled.filter(({ ticketId }) => ticketId === after.id).map(({ messageId }) => messageId);
    await recordTicketChange(unit, before, after, { updated });
  }
  return settled;
}

/** Writes results with their live events; `lockWait` limits how long it waits for each lock. */
async function writeOnce(services: Services, results: readonly ConnectionResult[], lockWait?: string): Promise<void> {
  const ids = results.map(({ id }) => id);
  await inUnit(services, async (unit) => {
    const limit = lockWait === undefined ? undefined : unit.ask(`SET LOCAL lock_timeout = '${lockWait}'`);
    await Promise.all([limit, recordSettledSends(unit, ids, () => applySendResults(unit, results))]);
  });
  // Where the network chooses the id, an ack may have come before the id was known here.
  const found = results.filter(({ chosenId }) => !chosenId).map(({ id }) => id);
  if (found.length > 0 && (await adoptOrphansOfSends(services.database.sql, found))) services.waker.signal(WAKE.lanes);
}
