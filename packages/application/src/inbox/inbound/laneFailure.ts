import { cleanText } from "@balcao/domain/texts";
import { failLaneEvent, releaseLane, type LaneEvent, type TakenLane } from "@balcao/database/lanes";
import { isRepeatable } from "@balcao/database/sql";
import { inUnit, type Services, type Unit } from "../../ground/kernel/index.js";
import { causeOf } from "./traceLane.js";

const MAX_ATTEMPTS = 5;
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 30_000] as const;

/** Why an event failed. */
export interface Failure {
  readonly reason: string;
  /** The same without what people wrote, for logs. */
  readonly cause: string;
}

export const toFailure = (error: unknown): Failure => ({
  reason: error instanceof Error ? cleanText(`${error.name}: ${error.message}`) : "unknown",
  cause: causeOf(error),
});

/**
 * Counts that an event failed and returns how long its lane waits before it is tried again, in milliseconds; null after the last try,
 * when it is parked and those after it go on.
 */
export async function countFailure(tx: Unit, services: Services, event: LaneEvent, { reason, cause }: Failure): Promise<number | null> {
  const parked = await failLaneEvent(tx, event.id, reason, MAX_ATTEMPTS);
  services.metrics.laneFailuresTotal.inc({ outcome: parked ? "parked" : "retried" });
  services.logger.warn({ eventId: event.id, attempt: event.attempts + 1, parked, cause }, "an inbound event failed");
  if (!parked) return RETRY_DELAYS_MS[event.attempts] ?? 30_000;
  await tx.live("session", { id: event.connectionId, action: "update" });
  return null;
}

/** What the events of a lane changed together could not be written. Nothing of them is stored. */
export class UnwrittenLane extends Error {
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
export async function writeLane({ lane, events }: TakenLane, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const [event] = events;
    throw event === undefined || isRepeatable(error) ? error : new UnwrittenLane(lane, event, error);
  }
}

/** Counts the failure against the first event, so that its lane lets the others pass. */
export async function postpone(services: Services, { lane, event, cause }: UnwrittenLane): Promise<void> {
  await inUnit(services, async (tx) => {
    const delayMs = await countFailure(tx, services, event, toFailure(cause));
    await releaseLane(tx.atCommit, lane, { done: [], adoptsOrphans: false, delayMs });
  });
}
