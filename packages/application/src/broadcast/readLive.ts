import { isKeptSince, readLiveEvents, readLiveEventsBetween, type LiveEventRow } from "@balcao/database/live";
import { LIVE_TOPICS, type House, type LiveTopic } from "../kernel/index.js";
import { presenterFor } from "../tickets/index.js";
import type { Listener, LiveMessage } from "./listener.js";
import type { Present, Topic } from "./topic.js";
import { TOPICS } from "./topics.js";

/** A live event that is ready to be presented to anybody. */
export interface LiveEvent {
  readonly topic: LiveTopic;
  readonly at: Date;
  readonly present: Present;
}

export interface LiveBatch {
  /** What has been read up to and including this batch. */
  readonly cursor: string;
  readonly events: readonly LiveEvent[];
}

/**
 * What happened since the cursor, each ticket, message and contact read once for the whole batch, by the same queries as a GET. The directory
 * is fresh when this resolves, if the events concern it.
 */
export async function readLive(house: House, cursor: string | null): Promise<LiveBatch> {
  const read = await readLiveEvents(house.database.sql, cursor);
  return { cursor: read.cursor, events: await load(house, read.events) };
}

async function load(house: House, found: readonly LiveEventRow[]): Promise<LiveEvent[]> {
  const rows = found.filter(isKnown);
  if (rows.some(({ topic }) => LIVE_TOPICS[topic].inDirectory)) await house.directory.refresh();
  const presents = new Map<KnownRow, Present>();
  for (const topic of new Set(rows.map((row) => row.topic))) {
    const ofTopic = rows.filter((row) => row.topic === topic);
    // The payload was recorded under this topic; which type that is, the table says.
    const { load } = TOPICS[topic] as Topic<unknown>;
    const toPresent = await load(house.database.sql, ofTopic);
    for (const row of ofTopic) presents.set(row, toPresent(row, house.directory));
  }
  return rows.flatMap((row) => {
    const present = presents.get(row);
    return present ? [{ topic: row.topic, at: row.at, present }] : [];
  });
}

/** What lies between the cursor that a client brings back and ours: null when some of it is no longer kept (P-25, P-28). */
export async function readMissed(house: House, since: string, until: string): Promise<LiveBatch | null> {
  const rows = await readLiveEventsBetween(house.database.sql, since, until);
  const events = await load(house, rows);
  return (await isKeptSince(house.database.sql, since)) ? { cursor: until, events } : null;
}

/** What of a batch goes to a listener, in order. */
export function messagesFor(house: House, { events }: Pick<LiveBatch, "events">, listener: Listener): LiveMessage[] {
  const viewer = { ...listener, presenter: presenterFor(house, listener.sessionId) };
  return events.flatMap(({ present }) => present(viewer));
}

type KnownRow = LiveEventRow & { readonly topic: LiveTopic };

/** A newer version beside this one may record topics that this one does not know. */
function isKnown(row: LiveEventRow): row is KnownRow {
  return Object.hasOwn(LIVE_TOPICS, row.topic);
}
