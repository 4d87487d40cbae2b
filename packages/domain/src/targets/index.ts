import type { TimeSpan } from "../calendar/index.js";
import type { TicketStatus } from "../tickets/index.js";

/** What a queue may promise: the first answer, each later answer, and the end of the conversation (D-510). */
export const TARGET_KINDS = ["firstAnswer", "nextAnswer", "resolution"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** The targets of a queue in minutes of its working time; null for none. */
export interface QueueTargets {
  readonly firstAnswerTarget: number | null;
  readonly nextAnswerTarget: number | null;
  readonly resolutionTarget: number | null;
  /** After which share of the time, in percent, the owner is told. */
  readonly targetWarning: number;
}

export const NO_TARGETS: QueueTargets = { firstAnswerTarget: null, nextAnswerTarget: null, resolutionTarget: null, targetWarning: 80 };

/** The minutes of a kind; null where the queue has no such target. */
export const minutesOfTarget = (targets: QueueTargets, kind: TargetKind): number | null => targets[`${kind}Target`];

/** A clock of a ticket that runs or stands still; one that has ended is a fact and never changes again. */
export interface TargetClock {
  readonly kind: TargetKind;
  /** What it belongs to: the customer's message that waits, or the beginning of the conversation. */
  readonly since: Date;
  readonly startedAt: Date;
  /** Working time that was counted before `runningSince`, in milliseconds. */
  readonly spentMs: number;
  /** Null while it stands still. */
  readonly runningSince: Date | null;
  readonly targetMs: number;
  /** Null while it stands still, and where the hours never open. */
  readonly warnAt: Date | null;
  readonly dueAt: Date | null;
  /** When its time was over; from then on target, due instant, queue and person stay. */
  readonly breachedAt: Date | null;
  readonly endedAt: Date | null;
  readonly queueId: number;
  readonly userId: number | null;
}

/** What the clocks of a ticket depend on. */
export interface TargetFacts {
  readonly status: TicketStatus;
  readonly isGroup: boolean;
  readonly queueId: number | null;
  readonly userId: number | null;
  /** When the customer's first message came that nobody has answered. */
  readonly waitingSince: Date | null;
  /** When a person answered last; null where nobody ever has. */
  readonly answeredAt: Date | null;
  readonly createdAt: Date;
}

/** Targets and working time of each queue. */
export interface ClockRules {
  targetsOf(queueId: number | null): QueueTargets;
  /** Working time between two instants, in milliseconds. */
  count(queueId: number | null, span: TimeSpan): number;
  /** The instant after so much working time; null where the hours never open again. */
  add(queueId: number | null, from: Date, millis: number): Date | null;
}

export interface Following {
  readonly clocks: readonly TargetClock[];
  readonly ticket: TargetFacts;
  /** The status before this change; null for a new ticket, "same" where targets or hours have changed and not the ticket. */
  readonly before: TicketStatus | "same" | null;
  readonly now: Date;
}

const MINUTE_MS = 60_000;
const isWithPeople = (status: TicketStatus): boolean => status === "pending" || status === "open";
const isOver = (status: TicketStatus): boolean => status === "closed" || status === "nps";
const latest = (a: Date, b: Date): Date => (a > b ? a : b);
const earliest = (a: Date, b: Date): Date => (a < b ? a : b);

/**
 * The clocks of a ticket after a change (D-510): those that go on, stand still or have ended, and new ones. A clock that is not among
 * them has no target any more and is forgotten.
 */
export function followClocks(following: Following, rules: ClockRules): TargetClock[] {
  const kept = following.clocks.flatMap((clock) => followOne(clock, following, rules) ?? []);
  const going = kept.filter(({ endedAt }) => endedAt === null);
  return [...kept, ...startedClocks(going, following, rules)];
}

function followOne(clock: TargetClock, { ticket, now }: Following, rules: ClockRules): TargetClock | null {
  const endedAt = endOf(clock, ticket, now);
  if (endedAt) return endClock(clock, ticket, endedAt);
  const minutes = minutesFor(clock.kind, ticket, rules);
  const breachedAt = clock.breachedAt ?? (clock.dueAt && clock.dueAt <= now ? clock.dueAt : null);
  if (breachedAt) return { ...clock, breachedAt, endedAt: minutes === null ? now : null };
  if (minutes === null || ticket.queueId === null) return null;
  return schedule(moveClock(clock, { ...ticket, queueId: ticket.queueId }, now, rules), minutes, rules);
}

const minutesFor = (kind: TargetKind, { isGroup, queueId }: TargetFacts, rules: ClockRules): number | null =>
  isGroup || queueId === null ? null : minutesOfTarget(rules.targetsOf(queueId), kind);

/** When what the clock belongs to was over; null while it is not. */
function endOf({ kind, since, startedAt }: TargetClock, { status, waitingSince, answeredAt }: TargetFacts, now: Date): Date | null {
  if (kind === "resolution") return isOver(status) ? now : null;
  const isAnswered = answeredAt !== null && answeredAt >= since && waitingSince?.getTime() !== since.getTime();
  if (isAnswered) return latest(startedAt, earliest(answeredAt, now));
  return isOver(status) || waitingSince?.getTime() !== since.getTime() ? now : null;
}

/** What ends in time was in time, even where that was learnt later; what ends late is a breach at the instant it was due. */
function endClock(clock: TargetClock, { userId }: TargetFacts, endedAt: Date): TargetClock {
  const breachedAt = clock.breachedAt ?? (clock.dueAt && clock.dueAt < endedAt ? clock.dueAt : null);
  const isLate = breachedAt !== null && breachedAt < endedAt;
  const by = isLate ? clock.userId : (userId ?? clock.userId);
  return { ...clock, endedAt, userId: by, breachedAt: isLate ? breachedAt : null };
}

/** Counts what has run up to now where the ticket stands still, goes on, or has another queue. */
function moveClock(
  clock: TargetClock,
  { status, queueId, userId }: TargetFacts & { readonly queueId: number },
  now: Date,
  rules: ClockRules,
) {
  const runs = isWithPeople(status);
  const stays = clock.queueId === queueId && runs === (clock.runningSince !== null);
  if (stays) return { ...clock, userId };
  const from = clock.runningSince;
  const spentMs = clock.spentMs + (from && from < now ? rules.count(clock.queueId, { from, until: now }) : 0);
  return { ...clock, userId, queueId, spentMs, runningSince: runs ? now : null };
}

/** Says anew when the owner is told and when the time is over. */
function schedule(clock: TargetClock, minutes: number, rules: ClockRules): TargetClock {
  const targetMs = minutes * MINUTE_MS;
  const from = clock.runningSince;
  if (!from) return { ...clock, targetMs, warnAt: null, dueAt: null };
  const at = (millis: number): Date | null => rules.add(clock.queueId, from, Math.max(0, Math.round(millis) - clock.spentMs));
  const { targetWarning } = rules.targetsOf(clock.queueId);
  return { ...clock, targetMs, warnAt: at((targetMs * targetWarning) / 100), dueAt: at(targetMs) };
}

function startedClocks(going: readonly TargetClock[], following: Following, rules: ClockRules): TargetClock[] {
  const { ticket } = following;
  const { queueId, userId, waitingSince, answeredAt, status } = ticket;
  if (queueId === null || !isWithPeople(status)) return [];
  const start = (kind: TargetKind, since: Date, startedAt: Date): TargetClock[] => {
    const minutes = minutesFor(kind, ticket, rules);
    if (minutes === null || going.some((clock) => (clock.kind === "resolution") === (kind === "resolution"))) return [];
    const fresh = { kind, since, startedAt, spentMs: 0, runningSince: startedAt, targetMs: 0, warnAt: null, dueAt: null };
    return [schedule({ ...fresh, breachedAt: null, endedAt: null, queueId, userId }, minutes, rules)];
  };
  const kind = answeredAt === null ? "firstAnswer" : "nextAnswer";
  const begun = beginningOf(following);
  return [...(waitingSince ? start(kind, waitingSince, startOf(following, waitingSince)) : []), ...start("resolution", begun, begun)];
}

/** When a clock begins: now, where the ticket did not lie with people before or had no target; else with what it belongs to. */
function startOf({ before, now }: Following, since: Date): Date {
  const beginsNow = before === "same" || (before !== null && !isWithPeople(before));
  return beginsNow ? now : earliest(since, now);
}

/** When the resolution's clock begins: with a new ticket, with the wait of one that waited for a queue, else now. */
function beginningOf(following: Following): Date {
  const { ticket, before, now } = following;
  const waited = before === "pending" && ticket.waitingSince ? ticket.waitingSince : now;
  return startOf(following, before === null ? ticket.createdAt : waited);
}

/** The clock that a list shows: what is due first of those that run. */
export function pressingClock(clocks: readonly TargetClock[], status: TicketStatus): { kind: TargetKind; dueAt: Date } | null {
  if (!isWithPeople(status)) return null;
  const [first] = clocks
    .flatMap(({ kind, dueAt, endedAt }) => (endedAt === null && dueAt ? [{ kind, dueAt }] : []))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  return first ?? null;
}
