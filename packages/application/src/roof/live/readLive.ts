import { isKeptSince, readLiveEvents, readLiveEventsBetween, type LiveEventRow } from "@balcao/database/live";
import { readTraceparents, type SpanRef } from "@balcao/platform/tracing";
import { toDirectoryChange, type LiveTopic, type Services } from "../../ground/kernel/index.js";
import type { Presentation, Topic } from "./topic.js";
import { TOPICS } from "./topics.js";

/** A live event that can be presented to every listener. */
export interface LiveEvent {
  readonly topic: LiveTopic;
  readonly at: Date;
  /** The spans that caused it; none where nothing is traced. */
  readonly causes: readonly SpanRef[];
  readonly presentation: Presentation;
}

export interface LiveBatch {
  /** The position after this batch. */
  readonly cursor: string;
  readonly events: readonly LiveEvent[];
}

/** Events were read, but not what they show. */
export class NotPresented extends Error {
  constructor(
    /** The position after these events. */
    readonly cursor: string,
    cause: unknown,
  ) {
    super("Live events could not be presented.", { cause });
  }
}

/**
 * Reads the events since the cursor. Each ticket, message and contact is read once per batch, with
 * the queries of a GET; the directory is read again if the events concern it. Throws NotPresented
 * when that fails.
 */
export async function readLive(services: Services, cursor: string | null): Promise<LiveBatch> {
  const read = await readLiveEvents(services.database.sql, cursor);
  const events = await load(services, read.events).catch((error: unknown) => {
    throw new NotPresented(read.cursor, error);
  });
  return { cursor: read.cursor, events };
}

async function load(services: Services, found: readonly LiveEventRow[]): Promise<LiveEvent[]> {
  const rows = found.filter(isKnown);
  const changed = toDirectoryChange(rows);
  if (changed) await services.directory.refresh(changed);
  const presentations = await presentRows(services, rows);
  return rows.flatMap((row) => {
    const presentation = presentations.get(row);
    const causes = services.tracing === null ? [] : readTraceparents(row.payload);
    return presentation ? [{ topic: row.topic, at: row.at, causes, presentation }] : [];
  });
}

/** Reads once what the views of these events need; events of a topic that this version does not have are left out. */
export async function presentRows<Row extends Pick<LiveEventRow, "topic" | "ticketId" | "payload">>(
  services: Services,
  found: readonly Row[],
): Promise<ReadonlyMap<Row, Presentation>> {
  const rows = found.filter((row): row is Row & { readonly topic: LiveTopic } => Object.hasOwn(TOPICS, row.topic));
  const presentations = new Map<Row, Presentation>();
  for (const topic of new Set(rows.map((row) => row.topic))) {
    const ofTopic = rows.filter((row) => row.topic === topic);
    // `TOPICS` guarantees the type of the payload for its topic.
    const { load } = TOPICS[topic] as Topic<unknown>;
    const toPresentation = await load(services.database.sql, services.directory.current(), ofTopic);
    for (const row of ofTopic) presentations.set(row, toPresentation(row, services.directory));
  }
  return presentations;
}

/**
 * Reads the events between a client's cursor and ours; null when some of them have been deleted
 * already [P-25].
 */
export async function readMissed(services: Services, since: string, until: string): Promise<LiveBatch | null> {
  const rows = await readLiveEventsBetween(services.database.sql, since, until);
  const events = await load(services, rows);
  return (await isKeptSince(services.database.sql, since)) ? { cursor: until, events } : null;
}

type KnownRow = LiveEventRow & { readonly topic: LiveTopic };

/** A newer version beside this one may record topics that this version does not have. */
function isKnown(row: LiveEventRow): row is KnownRow {
  return Object.hasOwn(TOPICS, row.topic);
}
