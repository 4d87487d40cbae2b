import { createHash } from "node:crypto";
import { insertInboundEvents, parkInboundEvent, type JournalEvent } from "@balcao/database/intake";
import { sqlStateOf } from "@balcao/database/sql";
import { cleanText, cleanTexts } from "@balcao/domain/texts";
import { inUnit, type Services } from "../../ground/kernel/index.js";

/** An event for the journal, with its payload not yet serialized. */
export interface UnserializedEvent extends Omit<JournalEvent, "payload"> {
  readonly payload: unknown;
}

export interface Journalled {
  readonly accepted: number;
  readonly conflicts: number;
  /** The ids of the accepted events. */
  readonly eventIds: readonly number[];
}

/**
 * SQL states of faults in the data itself, which would fail again every time. Class 54 are the
 * server's limits on depth and size.
 */
const UNSTORABLE = /^(?:22|23|54)/;
const LONGEST_LANE = 250;

/**
 * Inserts events into the journal in one statement. If one of them can never be stored, each is
 * inserted alone and that one is parked raw. Rejects only with temporary faults.
 */
export async function journalEvents(services: Services, connectionId: number, events: readonly UnserializedEvent[]): Promise<Journalled> {
  try {
    return await insertInboundEvents(services.database.sql, connectionId, events.map(serialized));
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    return events.length === 1 && events[0] !== undefined
      ? park(services, connectionId, events[0], error)
      : oneByOne(services, connectionId, events);
  }
}

async function oneByOne(services: Services, connectionId: number, events: readonly UnserializedEvent[]): Promise<Journalled> {
  let accepted = 0;
  let conflicts = 0;
  const eventIds: number[] = [];
  for (const event of events) {
    const one = await journalEvents(services, connectionId, [event]);
    accepted += one.accepted;
    conflicts += one.conflicts;
    eventIds.push(...one.eventIds);
  }
  return { accepted, conflicts, eventIds };
}

/** Wraps a payload that jsonb refuses: its exact bytes in base64. */
function toRawEnvelope(payload: unknown): { readonly raw: string } {
  return { raw: Buffer.from(JSON.stringify(payload) ?? "null").toString("base64") };
}

/**
 * Returns the payload of a stored event; one that was stored raw is returned with cleaned texts.
 */
export function readStoredPayload(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || !("raw" in stored) || typeof stored.raw !== "string") return stored;
  const payload: unknown = JSON.parse(Buffer.from(stored.raw, "base64").toString());
  return cleanTexts(payload);
}

/** The context under which the secret of a message's edits is sealed. */
export function messageSecretContext(connectionId: number, dedupeKey: string): string {
  return `inbound_event.secret:${connectionId}:${dedupeKey}`;
}

async function park(services: Services, connectionId: number, event: UnserializedEvent, error: unknown): Promise<Journalled> {
  const reason = `cannot be stored: ${sqlStateOf(error) ?? (error instanceof Error ? error.name : "unknown")}`;
  const parkedId = await inUnit(services, async (unit) => {
    const id = await parkInboundEvent(unit, connectionId, {
      kind: event.kind,
      lane: cleanText(event.lane).slice(0, LONGEST_LANE),
      dedupeKey: `raw:${createHash("sha256").update(event.dedupeKey).digest("hex")}`,
      bodySha: event.bodySha,
      payload: JSON.stringify(toRawEnvelope(event.payload)),
      reason,
    });
    if (id !== null) await unit.live("session", { id: connectionId, action: "update" });
    return id;
  });
  if (parkedId !== null)
    services.logger.error(
      { connectionId, eventId: parkedId, kind: event.kind, reason },
      "an event cannot be stored and was parked as it came",
    );
  return { accepted: parkedId === null ? 0 : 1, conflicts: 0, eventIds: parkedId === null ? [] : [parkedId] };
}

function serialized(event: UnserializedEvent): JournalEvent {
  return { ...event, payload: JSON.stringify(event.payload) };
}

/** A RangeError comes from an invalid date, before any SQL runs. */
function isUnstorable(error: unknown): boolean {
  return error instanceof RangeError || UNSTORABLE.test(sqlStateOf(error) ?? "");
}
