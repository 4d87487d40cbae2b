import { deleteNotices } from "@balcao/database/notices";
import type { Tx } from "@balcao/database/sql";
import { readTargetFacts, writeClocks, type ClockChanges, type ClockRow, type TargetTicketRow } from "@balcao/database/targets";
import { perQueue, workingTimeAdder, workingTimeCounter } from "@balcao/domain/calendar";
import {
  followClocks,
  minutesOfTarget,
  NO_TARGETS,
  pressingClock,
  TARGET_KINDS,
  type ClockRules,
  type Following,
  type TargetClock,
} from "@balcao/domain/targets";
import type { TicketStatus } from "@balcao/domain/tickets";
import type { DirectorySnapshot } from "../directory/index.js";

/** A ticket that a transaction has changed. */
interface TargetChange {
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
  const ids = changes.map(({ ticketId }) => ticketId);
  const keys: string[] = [];
  const shown: number[] = [];
  for (const { ticket, clocks } of await readTargetFacts(tx, ids)) {
    const before = changes.find(({ ticketId }) => ticketId === ticket.id)?.before ?? null;
    const after = followClocks({ clocks, ticket, before, now }, rules);
    const { forgotten, ended, ...changed } = compare(clocks, after);
    keys.push(...[...forgotten, ...ended].flatMap(({ id, told }) => (told > 0 ? [`target-${id}`] : [])));
    const showing = changeOfShown(ticket, after);
    if (showing) shown.push(ticket.id);
    await writeClocks(tx.atCommit, { ...changed, ticketId: ticket.id, forgotten: forgotten.map(({ id }) => id), shown: showing });
  }
  return { settled: keys.length === 0 ? [] : await deleteNotices(tx, keys), shown };
}

/** What has become of the stored clocks of a ticket, and the new ones. */
function compare(clocks: readonly ClockRow[], after: readonly TargetClock[]) {
  const kept = after.filter((clock): clock is ClockRow => "id" in clock);
  return {
    forgotten: clocks.filter(({ id }) => !kept.some((each) => each.id === id)),
    ended: kept.filter(({ endedAt }) => endedAt !== null),
    changed: kept.filter((clock) => !isSame(clock, clocks)),
    added: after.filter((clock) => !("id" in clock)),
  };
}

/** What the lists of a ticket show from now on; undefined where it stays. */
function changeOfShown({ dueAt, dueOf, status }: TargetTicketRow, clocks: readonly TargetClock[]): ClockChanges["shown"] {
  const pressing = pressingClock(clocks, status);
  if (dueAt?.getTime() === pressing?.dueAt.getTime() && dueOf === (pressing?.kind ?? null)) return undefined;
  return pressing ? { dueAt: pressing.dueAt, dueOf: pressing.kind } : { dueAt: null, dueOf: null };
}

const isSame = (clock: ClockRow, before: readonly ClockRow[]): boolean =>
  before.some((each) => each.id === clock.id && JSON.stringify(each) === JSON.stringify(clock));
