import {
  applyAcks,
  releaseLanes,
  setLaneEventsOrphan,
  undoEvent,
  type LaneEvent,
  type ReportedAck,
  type TakenLane,
} from "@balcao/database/lanes";
import { raiseTicketVersions } from "@balcao/database/tickets";
import { readStoredPayload } from "../intake/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { recordTicketChange } from "../tickets/index.js";
import type { Interpreter } from "./interpreter.js";
import { notFromTheFuture } from "./toDraft.js";
import { causeOf, withBatchTrace, type AppliedEvent } from "./traceLane.js";

/** An event that is an ack of a customer. */
interface AckEvent {
  readonly event: LaneEvent;
  readonly acks: readonly ReportedAck[];
}

interface AckLane {
  readonly lane: string;
  readonly events: readonly AckEvent[];
}

/**
 * Applies the acks of several conversations in one go: most events under load are acks, and each of them changes little. Returns
 * null, having changed nothing, when the first lane has other events, or when anything fails: the first lane is then applied alone,
 * and the others stay ready.
 */
export async function applyAckLanes(
  tx: Unit,
  services: Services,
  interpreter: Interpreter,
  taken: readonly TakenLane[],
): Promise<readonly AppliedEvent[] | null> {
  const startedAt = services.clock.now().getTime();
  const forgetLive = tx.markLive();
  try {
    const lanes = taken.map((lane) => toAckLane(services, interpreter, lane));
    if (!lanes[0]) return null;
    return await applyAll(
      tx,
      services,
      lanes.filter((lane) => lane !== null),
      startedAt,
    );
  } catch (error) {
    await undoEvent(tx);
    forgetLive();
    services.logger.warn({ lanes: taken.length, cause: causeOf(error) }, "acks of several conversations failed together");
    return null;
  }
}

/** The acks of a lane; null when it has other events, or acks that do more than raise what messages have. */
function toAckLane(services: Services, interpreter: Interpreter, { lane, events }: TakenLane): AckLane | null {
  const found: AckEvent[] = [];
  for (const event of events) {
    const { connectionId } = event;
    const api = services.directory.current().connections.get(connectionId)?.api;
    if (event.kind !== "ack" || api === undefined) return null;
    const inbound = notFromTheFuture(interpreter.toInbound(api, event.kind, readStoredPayload(event.payload)), event.receivedAt);
    if (inbound.kind !== "ack" || inbound.ack <= 0 || inbound.by !== null || inbound.outboxId !== null || inbound.pricing) return null;
    const { ack, at } = inbound;
    found.push({ event, acks: inbound.externalIds.map((externalId) => ({ connectionId, externalId, ack, at })) });
  }
  return { lane, events: found };
}

async function applyAll(tx: Unit, services: Services, lanes: readonly AckLane[], startedAt: number): Promise<readonly AppliedEvent[]> {
  const all = lanes.flatMap(({ events }) => events);
  const { tickets, raised, known } = await applyAcks(
    tx,
    all.flatMap(({ acks }) => acks),
  );
  const idsOf = (event: AckEvent): number[] => raised.filter((message) => concerns(event, message)).map(({ id }) => id);
  const applied: AppliedEvent[] = [];
  const orphans: number[] = [];
  for (const each of all) {
    const acknowledged = idsOf(each);
    // An ack that changed nothing is done where its message was there; otherwise it waits for that message [C-7].
    if (acknowledged.length > 0 || known.some((message) => concerns(each, message)))
      applied.push({ event: each.event, startedAt, stored: [], acknowledged });
    else orphans.push(each.event.id);
  }
  await withBatchTrace(services, applied, async () => {
    for (const after of await raiseTicketVersions(tx, [...new Set(raised.map(({ ticketId }) => ticketId))])) {
      const before = tickets.find(({ id }) => id === after.id) ?? after;
      const updated = raised.filter(({ ticketId }) => ticketId === after.id).map(({ id }) => id);
      await recordTicketChange(tx, before, after, { updated });
    }
  });
  if (orphans.length > 0) await setLaneEventsOrphan(tx.atCommit, orphans);
  await releaseLanes(
    tx.atCommit,
    lanes.map(({ lane }) => lane),
    applied.map(({ event }) => event.id),
  );
  return applied;
}

/** Whether an event has an ack of this message. */
const concerns = ({ acks }: AckEvent, message: Pick<ReportedAck, "connectionId" | "externalId">): boolean =>
  acks.some((each) => each.connectionId === message.connectionId && each.externalId === message.externalId);
