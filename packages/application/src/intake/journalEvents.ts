import { createHash } from "node:crypto";
import { insertInboundEvents, parkInboundEvent, type JournalEvent } from "@balcao/database/intake";
import { sqlStateOf } from "@balcao/database/sql";
import { cleanText } from "@balcao/domain/texts";
import type { House } from "../kernel/index.js";
import { toRawEnvelope } from "./rawEnvelope.js";

/** An event on its way into the journal; its payload is not written yet. */
export interface UnwrittenEvent extends Omit<JournalEvent, "payload"> {
  readonly payload: unknown;
}

export interface Journalled {
  readonly accepted: number;
  readonly conflicts: number;
}

/**
 * Faults of the data itself: the same event fails the same way for ever. 54 is the server's limits
 * on depth and size.
 */
const UNSTORABLE = /^(?:22|23|54)/;
const LONGEST_LANE = 250;

/**
 * Journals events in one statement. Where one of them can never be stored, each is stored by itself
 * and that one is parked raw. Rejects only with faults that pass.
 */
export async function journalEvents(house: House, connectionId: number, events: readonly UnwrittenEvent[]): Promise<Journalled> {
  try {
    return await insertInboundEvents(house.database.sql, connectionId, events.map(written));
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    return events.length === 1 && events[0] !== undefined
      ? park(house, connectionId, events[0], error)
      : oneByOne(house, connectionId, events);
  }
}

async function oneByOne(house: House, connectionId: number, events: readonly UnwrittenEvent[]): Promise<Journalled> {
  let accepted = 0;
  let conflicts = 0;
  for (const event of events) {
    const one = await journalEvents(house, connectionId, [event]);
    accepted += one.accepted;
    conflicts += one.conflicts;
  }
  return { accepted, conflicts };
}

async function park(house: House, connectionId: number, event: UnwrittenEvent, error: unknown): Promise<Journalled> {
  const reason = `cannot be stored: ${sqlStateOf(error) ?? (error instanceof Error ? error.name : "unknown")}`;
  const isNew = await parkInboundEvent(house.database.sql, connectionId, {
    kind: event.kind,
    lane: cleanText(event.lane).slice(0, LONGEST_LANE),
    dedupeKey: `raw:${createHash("sha256").update(event.dedupeKey).digest("hex")}`,
    bodySha: event.bodySha,
    payload: JSON.stringify(toRawEnvelope(event.payload)),
    reason,
  });
  if (isNew) house.logger.error({ connectionId, kind: event.kind, reason }, "an event cannot be stored and was parked as it came");
  return { accepted: isNew ? 1 : 0, conflicts: 0 };
}

function written(event: UnwrittenEvent): JournalEvent {
  return { ...event, payload: JSON.stringify(event.payload) };
}

/** Instants that no calendar has fail before the database is asked. */
function isUnstorable(error: unknown): boolean {
  return error instanceof RangeError || UNSTORABLE.test(sqlStateOf(error) ?? "");
}
