import { isConnection } from "@balcao/database/connections";
import {
  beginNextEvent,
  dropLaneEvents,
  failLaneEvent,
  releaseLane,
  setLaneEventsOrphan,
  takeLanes,
  toTakenLanes,
  undoEvent,
  type LaneEvent,
  type TakenLane,
} from "@balcao/database/lanes";
import { isRepeatable } from "@balcao/database/sql";
import { cleanText } from "@balcao/domain/texts";
import { withLogContext } from "@balcao/platform/logger";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { readStoredPayload } from "../intake/index.js";
import { applyAckLanes } from "./ackLanes.js";
import { applyEvent, type EventFate } from "./applyEvent.js";
import type { Interpreter } from "./interpreter.js";
import { LaneChanges } from "./laneBatch.js";
import { NeedsOwnBatch } from "./resolveContact.js";
import { notFromTheFuture } from "./toDraft.js";
import { acknowledgedBy, causeOf, traceApplied, traceFailure, withBatchTrace, withEventTrace, type AppliedEvent } from "./traceLane.js";

/** After so many failures a message is recorded without an automatic answer. */
const ANSWERED_ATTEMPTS = 2;

const MAX_ATTEMPTS = 5;
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 30_000] as const;

/** Why an event failed. */
interface Failure {
  readonly reason: string;
  /** The same without what people wrote, for logs. */
  readonly cause: string;
}

const toFailure = (error: unknown): Failure => ({
  reason: error instanceof Error ? cleanText(`${error.name}: ${error.message}`) : "unknown",
  cause: causeOf(error),
});

/**
 * Counts that an event failed and returns how long its lane waits before it is tried again, in milliseconds; null after the last try,
 * when it is parked and those after it go on.
 */
async function countFailure(tx: Unit, services: Services, event: LaneEvent, { reason, cause }: Failure): Promise<number | null> {
  const parked = await failLaneEvent(tx, event.id, reason, MAX_ATTEMPTS);
  services.metrics.laneFailuresTotal.inc({ outcome: parked ? "parked" : "retried" });
  services.logger.warn({ eventId: event.id, attempt: event.attempts + 1, parked, cause }, "an inbound event failed");
  if (!parked) return RETRY_DELAYS_MS[event.attempts] ?? 30_000;
  await tx.live("session", { id: event.connectionId, action: "update" });
  return null;
}

/** What the events of a lane changed together could not be written. Nothing of them is stored. */
class UnwrittenLane extends Error {
  constructor(
    readonly lane: string,
    /** The first of the events, which is tried alone the next time. */
    readonly event: LaneEvent,
    cause: unknown,
  ) {
    super("The changes of a lane could not be written.", { cause });
  }
}

/** Runs the write of a lane's events; throws UnwrittenLane when it fails for another reason than transactions beside it. */
async function writeLane({ lane, events }: TakenLane, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const [event] = events;
    throw event === undefined || isRepeatable(error) ? error : new UnwrittenLane(lane, event, error);
  }
}

/** Counts the failure against the first event, so that its lane lets the others pass. */
async function postpone(services: Services, { lane, event, cause }: UnwrittenLane): Promise<void> {
  await inUnit(services, async (tx) => {
    const delayMs = await countFailure(tx, services, event, toFailure(cause));
    await releaseLane(tx.atCommit, lane, { done: [], adoptsOrphans: false, delayMs });
  });
}

/**
 * Applies the next events of one conversation in order, in one transaction, so that a crash leaves
 * all of their effects or none; those of several where they are acks alone. An event that fails
 * is rolled back alone, delays its own conversation, and is parked after five attempts [P-7]; the
 * events that can only be written together with one that fails wait with it and are then tried one
 * by one. Returns whether there was anything to do.
 */
export async function drainLane(services: Services, interpreter: Interpreter): Promise<boolean> {
  return drainOne(services, interpreter).catch(async (error: unknown) => {
    if (error instanceof StaleDirectory) await services.directory.refresh();
    else if (error instanceof UnwrittenLane) await postpone(services, error);
    else throw error;
    return true;
  });
}

/** The event's connection exists, but not in this process's directory yet. */
class StaleDirectory extends Error {}

async function drainOne(services: Services, interpreter: Interpreter): Promise<boolean> {
  const applied = await inUnit(
    services,
    async (tx, opened) => {
      const lanes = toTakenLanes(opened);
      const [taken] = lanes;
      if (taken === undefined) return null;
      const acks = await applyAckLanes(tx, services, interpreter, lanes);
      return acks ?? applyBatch(tx, services, interpreter, taken);
    },
    takeLanes,
  );
  if (applied === null) return false;
  const now = services.clock.now().getTime();
  for (const each of applied) {
    const { event, stored } = each;
    traceApplied(services, each);
    const lagMs = Math.max(0, now - event.receivedAt.getTime());
    services.metrics.laneLagSeconds.observe(lagMs / 1_000);
    const facts = { eventId: event.id, connectionId: event.connectionId, kind: event.kind, lagMs, stored };
    services.logger[stored.length > 0 ? "info" : "debug"](facts, "an event was applied");
  }
  return true;
}

/** Returns the events that were applied. */
async function applyBatch(tx: Unit, services: Services, interpreter: Interpreter, taken: TakenLane): Promise<readonly AppliedEvent[]> {
  const { lane } = taken;
  const events = batchOf(taken);
  const now = services.clock.now();
  const changes = new LaneChanges();
  const done: number[] = [];
  const applied: AppliedEvent[] = [];
  const orphans: number[] = [];
  const dropped: number[] = [];
  let delayMs: number | null = null;
  for (const [index, event] of events.entries()) {
    if (index > 0) await beginNextEvent(tx);
    const startedAt = services.clock.now().getTime();
    const ids = { eventId: event.id, connectionId: event.connectionId };
    const outcome = await withLogContext(ids, () =>
      withEventTrace(services, event, () => applyOne(tx, { services, interpreter, now, isFirst: index === 0 }, event)),
    );
    if (outcome.fate === "next") break;
    if (outcome.fate === "failed") {
      delayMs = await countFailure(tx, services, event, outcome);
      traceFailure(services, event, { startedAt, cause: outcome.cause });
      if (delayMs === null) continue;
      break;
    }
    ({ done, orphan: orphans, dropped })[outcome.fate].push(event.id);
    if (outcome.fate === "done")
      applied.push({ event, startedAt, stored: storedBy(outcome.changes), acknowledged: acknowledgedBy(event, outcome.changes) });
    changes.merge(outcome.changes);
  }
  await writeLane({ lane, events }, () => withBatchTrace(services, applied, () => changes.write(tx, now)));
  if (orphans.length > 0) await setLaneEventsOrphan(tx.atCommit, orphans);
  if (dropped.length > 0) await dropLaneEvents(tx.atCommit, dropped);
  const stored = [...changes.tickets.values()].some((ticket) => ticket.created.length > 0);
  await releaseLane(tx.atCommit, lane, { done, adoptsOrphans: stored || changes.hasFilled, delayMs });
  return applied;
}

/** An event that failed before is tried alone, because it may be what made others fail. */
const batchOf = ({ events }: TakenLane): readonly LaneEvent[] => ((events[0]?.attempts ?? 0) > 0 ? events.slice(0, 1) : events);

/** What became of an event; `next` begins the next batch, and nothing of it is done yet. */
type Outcome =
  { readonly fate: EventFate; readonly changes: LaneChanges } | { readonly fate: "next" } | ({ readonly fate: "failed" } & Failure);

interface Surroundings {
  readonly services: Services;
  readonly interpreter: Interpreter;
  readonly now: Date;
  readonly isFirst: boolean;
}

async function applyOne(tx: Unit, { services, interpreter, now, isFirst }: Surroundings, event: LaneEvent): Promise<Outcome> {
  const api = services.directory.current().connections.get(event.connectionId)?.api;
  if (api === undefined) {
    if (await isConnection(tx, event.connectionId)) throw new StaleDirectory();
    // The connection was deleted; its late events have no effect.
    return { fate: "done", changes: new LaneChanges() };
  }
  const changes = new LaneChanges();
  const forgetLive = tx.markLive();
  try {
    const again = isRedone(event.payload);
    const stored = readStoredPayload(event.payload);
    const payload = again && interpreter.readAgain ? await interpreter.readAgain(api, stored) : stored;
    const fate = await applyEvent(
      {
        tx,
        services,
        connectionId: event.connectionId,
        eventId: event.id,
        receivedAt: event.receivedAt,
        now,
        isFirst,
        mediaRefused: mediaRefusalOf(payload),
        payload,
        isRedone: again,
        isRetried: event.attempts >= ANSWERED_ATTEMPTS,
        readEvent: (kind, other) => interpreter.toInbound(api, kind, readStoredPayload(other)),
        openEdit: (sealed, key) => interpreter.openEdit(api, sealed, key),
      },
      notFromTheFuture(interpreter.toInbound(api, event.kind, payload), event.receivedAt),
      changes,
    );
    return { fate, changes };
  } catch (error) {
    await undoEvent(tx);
    forgetLive();
    if (error instanceof NeedsOwnBatch) return { fate: "next" };
    return { fate: "failed", ...toFailure(error) };
  }
}

const storedBy = (changes: LaneChanges): AppliedEvent["stored"] =>
  [...changes.tickets].flatMap(([ticketId, { created }]) => (created.length > 0 ? [{ ticketId, messageIds: [...created] }] : []));

function isRedone(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "reprocess" in payload && payload.reprocess === true;
}

function mediaRefusalOf(payload: unknown): string | null {
  const refused = typeof payload === "object" && payload !== null && "mediaRefused" in payload ? payload.mediaRefused : null;
  return typeof refused === "string" ? refused : null;
}
