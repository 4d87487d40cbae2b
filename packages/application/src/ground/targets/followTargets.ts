import { perQueue, workingTimeAdder, workingTimeCounter } from "@balcao/domain/calendar";
import {
  followClocks,
  NO_TARGETS,
  pressingClock,
  TARGET_KINDS,
  minutesOfTarget,
  type ClockRules,
  type Following,
} from "@balcao/domain/targets";
import type { TicketStatus } from "@balcao/domain/tickets";
import { deleteNotices } from "@balcao/database/notices";
import { readTargetFacts, writeClocks, type ClockRow } from "@balcao/database/targets";
import type { Tx } from "@balcao/database/sql";
import type { DirectorySnapshot } from "../directory/index.js";

/** A ticket that a transaction has changed. */
export interface TargetChange {
  readonly ticketId: number;
  readonly before: Following["before"];
}

interface Targets {
  readonly queueIds: ReadonlySet<number>;
  readonly rules: ClockRules;
}

const bySnapshot = new WeakMap<DirectorySnapshot, Targets>();

function targetsOf(snapshot: DirectorySnapshot): Targets {
  const known = bySnapshot.get(snapshot);
  if (known) return known;
  const { queues } = snapshot;
  const [count, add] = [perQueue(snapshot, workingTimeCounter), perQueue(snapshot, workingTimeAdder)];
  const made: Targets = {
    queueIds: new Set(
      [...queues.values()].filter((queue) => TARGET_KINDS.some((kind) => minutesOfTarget(queue, kind))).map(({ id }) => id),
    ),
    rules: {
      targetsOf: (queueId) => (queueId === null ? undefined : queues.get(queueId)) ?? NO_TARGETS,
      count: (queueId, span) => count(queueId)(span),
      add: (queueId, from, millis) => add(queueId)(from, millis),
    },
  };
  bySnapshot.set(snapshot, made);
  return made;
}

/** The facts of a recorded change of a ticket that decide whether a clock may be concerned. */
export interface RecordedChange {
  readonly ticketId: number;
  readonly before: { readonly status: TicketStatus; readonly queueId: number | null; readonly userId: number | null } | null;
  readonly after: { readonly status: TicketStatus; readonly queueId: number | null; readonly userId: number | null };
  readonly hasMessages: boolean;
}

/** Those changes of a transaction that may concern a clock; none where no queue has a target. */
export function concerningTargets(snapshot: DirectorySnapshot, changes: readonly RecordedChange[]): TargetChange[] {
  const { queueIds } = targetsOf(snapshot);
  if (queueIds.size === 0) return [];
  const has = (place: RecordedChange["before"]): boolean => place !== null && place.queueId !== null && queueIds.has(place.queueId);
  return changes.flatMap(({ ticketId, before, after, hasMessages }) => {
    const isMoved = before === null || before.status !== after.status || before.queueId !== after.queueId || before.userId !== after.userId;
    return (isMoved || hasMessages) && (has(before) || has(after)) ? [{ ticketId, before: before?.status ?? null }] : [];
  });
}

interface Moment {
  readonly snapshot: DirectorySnapshot;
  readonly now: Date;
}

/** What following has done: people whose notice is settled, and tickets of which lists show something else. */
interface Followed {
  readonly settled: readonly { readonly key: string; readonly userId: number }[];
  readonly shown: readonly number[];
}

/**
 * Keeps the clocks of locked tickets in the transaction that changes them (D-510). The writes go to the server with COMMIT.
 */
export async function followTargets(tx: Tx, changes: readonly TargetChange[], { snapshot, now }: Moment): Promise<Followed> {
  const { rules } = targetsOf(snapshot);
  const told: number[] = [];
  const shown: number[] = [];
  const facts = await readTargetFacts(
    tx,
    changes.map(({ ticketId }) => ticketId),
  );
  for (const { ticket, clocks } of facts) {
    const before = changes.find(({ ticketId }) => ticketId === ticket.id)?.before ?? null;
    const after = followClocks({ clocks, ticket, before, now }, rules);
    const kept = after.filter((clock): clock is ClockRow => "id" in clock);
    const gone = clocks.filter(({ id }) => !kept.some((each) => each.id === id));
    told.push(...[...gone, ...kept.filter(({ endedAt }) => endedAt !== null)].filter((each) => each.told > 0).map(({ id }) => id));
    const pressing = pressingClock(after, ticket.status);
    const isShown = ticket.dueAt?.getTime() !== pressing?.dueAt.getTime() || ticket.dueOf !== (pressing?.kind ?? null);
    if (isShown) shown.push(ticket.id);
    await writeClocks(tx.atCommit, {
      ticketId: ticket.id,
      forgotten: gone.map(({ id }) => id),
      changed: kept.filter((clock) => !isSame(clock, clocks)),
      added: after.filter((clock) => !("id" in clock)),
      shown: isShown ? { dueAt: pressing?.dueAt ?? null, dueOf: pressing?.kind ?? null } : undefined,
    });
  }
  const settled =
    told.length === 0
      ? []
      : await deleteNotices(
          tx,
          told.map((id) => `target-${id}`),
        );
  return { settled, shown };
}

const isSame = (clock: ClockRow, before: readonly ClockRow[]): boolean =>
  before.some((each) => each.id === clock.id && JSON.stringify(each) === JSON.stringify(clock));
