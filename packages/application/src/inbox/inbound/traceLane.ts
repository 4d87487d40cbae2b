import type { LaneEvent } from "@balcao/database/lanes";
import { sqlStateOf } from "@balcao/database/sql";
import { withCauses, type SpanRef } from "@balcao/platform/tracing";
import type { Services } from "../../ground/kernel/index.js";
import type { LaneChanges } from "./laneBatch.js";

/** An applied event whose spans are recorded after the commit. */
export interface TracedEvent {
  readonly event: LaneEvent;
  /** When its turn in the transaction came, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The messages whose state it raised, when it is an ack. */
  readonly acknowledged: readonly number[];
}

/** An applied event, and the messages that it stored, by ticket. */
export interface AppliedEvent extends TracedEvent {
  readonly stored: readonly { readonly ticketId: number; readonly messageIds: readonly number[] }[];
}

/** The error without its message, which may quote what people wrote. */
export function causeOf(error: unknown): string {
  const state = sqlStateOf(error);
  return state === null ? (error instanceof Error ? error.name : "unknown") : `SQLSTATE ${state}`;
}

export const acknowledgedBy = ({ kind }: LaneEvent, { tickets }: LaneChanges): readonly number[] =>
  kind === "ack" ? [...tickets.values()].flatMap(({ updated }) => updated) : [];

/** Runs the work of one event: what it records names the event's span as its cause. */
export function withEventTrace<T>({ tracing }: Services, { id }: LaneEvent, work: () => T): T {
  return tracing === null ? work() : withCauses([tracing.refOf(`event:${id}`, "applied")], work);
}

/** Runs the work that the applied events of a transaction cause together. */
export function withBatchTrace<T>({ tracing }: Services, applied: readonly TracedEvent[], work: () => T): T {
  if (tracing === null) return work();
  const ofAcks = ({ event, acknowledged }: TracedEvent): SpanRef[] =>
    acknowledged.map((messageId) => tracing.refOf(`message:${messageId}`, `acknowledged:${event.id}`));
  return withCauses(
    applied.flatMap((each) => [tracing.refOf(`event:${each.event.id}`, "applied"), ...ofAcks(each)]),
    work,
  );
}

/** Records an event that was applied, and the end of the messages that it acknowledged. */
export function traceApplied({ tracing, clock }: Services, { event, startedAt, acknowledged }: TracedEvent): void {
  if (tracing === null) return;
  const endedAt = clock.now().getTime();
  const subject = `event:${event.id}` as const;
  const ref = tracing.refOf(subject, "applied");
  const facts = { kind: "consumer", startedAt, endedAt } as const;
  tracing.record({ ...facts, name: "event applied", ref, parent: tracing.refOf(subject, "stored"), attributes: attributesOf(event) });
  for (const messageId of acknowledged) {
    const message = `message:${messageId}` as const;
    tracing.record({
      ...facts,
      name: "message acknowledged",
      ref: tracing.refOf(message, `acknowledged:${event.id}`),
      parent: tracing.refOf(message, "handed"),
      links: [ref],
      attributes: { "balcao.message.id": messageId, "balcao.event.id": event.id },
    });
  }
}

/** Records a try of an event that failed; `cause` is a name without what people wrote. */
export function traceFailure({ tracing, clock }: Services, event: LaneEvent, failure: { startedAt: number; cause: string }): void {
  if (tracing === null) return;
  const stored = tracing.refOf(`event:${event.id}`, "stored");
  tracing.record({
    name: "event failed",
    kind: "consumer",
    ref: tracing.newRef(stored.traceId),
    parent: stored,
    startedAt: failure.startedAt,
    endedAt: clock.now().getTime(),
    attributes: { ...attributesOf(event), "error.type": failure.cause },
    hasFailed: true,
  });
}

function attributesOf({ id, kind, connectionId, attempts }: LaneEvent): Readonly<Record<string, string | number>> {
  return {
    "balcao.event.id": id,
    "balcao.event.kind": kind,
    "balcao.connection.id": connectionId,
    "balcao.event.attempt": attempts + 1,
  };
}
