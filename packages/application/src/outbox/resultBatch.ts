import type { Capabilities } from "@balcao/domain/connections";
import { adoptOrphansOfSends } from "@balcao/database/lanes";
import { applySendResults, type SendResultRow } from "@balcao/database/outbox";
import { inUnit, WAKE, type Services } from "../kernel/index.js";
import { pause } from "./pause.js";
import { recordSettledSends } from "./recordSettledSends.js";
import type { SendingConnection } from "./sendingConnection.js";

/** Results are written in batches, at most this long after the first of them. */
export const FLUSH_MS = 8;
/** A hand-off counts as stale so long after the connector's own limit. */
export const STALE_MARGIN_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** Results of sends that wait to be written together. */
export interface ResultBatch {
  readonly services: Services;
  readonly connection: SendingConnection;
  readonly limits: Capabilities;
  /** Called each time after what waited was written. */
  readonly onWritten: () => void;
  rows: SendResultRow[];
  writing: Promise<void> | null;
}

/** Adds a result, which is written soon. */
export function addResult(batch: ResultBatch, row: SendResultRow): void {
  batch.rows.push(row);
  batch.writing ??= flush(batch).finally(() => {
    batch.writing = null;
    batch.onWritten();
  });
}

async function flush(batch: ResultBatch): Promise<void> {
  await pause(FLUSH_MS);
  while (batch.rows.length > 0) {
    const { rows } = batch;
    batch.rows = [];
    await writeResults(batch, rows);
  }
}

/**
 * Writes results with their live events. Retries while the database fails, until the stale rule
 * takes the rows back anyway.
 */
async function writeResults({ services, connection, limits }: ResultBatch, rows: readonly SendResultRow[]): Promise<void> {
  const { connectionId, epoch } = connection;
  const { ackAtAnswer, chosenId, sendTimeoutMs } = limits;
  const ids = rows.map(({ id }) => id);
  const until = services.clock.monotonic() + sendTimeoutMs + STALE_MARGIN_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await inUnit(services, (unit) => recordSettledSends(unit, ids, () => applySendResults(unit, epoch, rows, ackAtAnswer)));
      // Where the network chooses the id, an ack may have come before the id was known here.
      if (!chosenId && (await adoptOrphansOfSends(services.database.sql, ids))) services.waker.signal(WAKE.lanes);
      return;
    } catch (error) {
      const isLast = services.clock.monotonic() + pauseMs > until;
      services.logger.error({ err: error, connectionId, rows: rows.length, isLast }, "results of sends could not be written");
      if (isLast) return;
      await pause(pauseMs);
    }
  }
}
