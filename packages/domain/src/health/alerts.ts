import type { Problem, ProblemKind } from "./findProblems.js";

/** A problem is told when it has lasted this long: what a restart causes is over by then. In milliseconds. */
const TOLD_AFTER_MS = 60_000;
/** A problem has ended when it was not found for this long, so that one that comes and goes is one problem. */
const WELL_AFTER_MS = 180_000;
/** The same problem is told at most once in this time. */
const QUIET_MS = 3_600_000;

/** What is told although work goes on meanwhile: somebody must act before it stops. */
const TOLD_ATTENTION: ReadonlySet<ProblemKind> = new Set([
  "processLost",
  "backupOld",
  "backupNever",
  "sendsRefused",
  "parked",
  "hooksStopped",
]);

/** Whether people who are not looking are told of a problem: work has stopped, or will (D-316). */
export const isTold = ({ level, kind }: Pick<Problem, "level" | "kind">): boolean => level === "bad" || TOLD_ATTENTION.has(kind);

/** A problem as people are told of it: `name` is that of its connection, or empty. */
export interface ToldProblem {
  readonly kind: ProblemKind;
  /** 0 for the installation. */
  readonly connectionId: number;
  readonly name: string;
  readonly value: number | null;
}

/** What is remembered of a problem from one look to the next. */
export interface KnownProblem extends ToldProblem {
  /** When it was found first; null when it has ended and is remembered only for its quiet time. */
  readonly beganAt: Date | null;
  /** When it was found last. */
  readonly seenAt: Date;
  /** When its begin was told last; null when it never was. */
  readonly toldAt: Date | null;
  /** Whether people were told that it lasts, and so are to be told of its end. */
  readonly isOpen: boolean;
}

/** What one look changes, and of what people are told. */
export interface Comparison {
  /** Those to remember; all others are forgotten. */
  readonly known: readonly KnownProblem[];
  readonly began: readonly ToldProblem[];
  readonly ended: readonly ToldProblem[];
}

const keyOf = ({ kind, connectionId }: ToldProblem): string => `${kind} ${connectionId}`;

/** A clock that was set back makes nothing wait for it. */
const sinceMs = (instant: Date, now: Date): number => Math.abs(now.getTime() - instant.getTime());

/**
 * Compares what is remembered with what is found: tells a begin once it has lasted, an end once it was well for some minutes, and the
 * same problem once in its quiet time, so that one that comes and goes is told once an hour at most [D-316].
 */
export function compareProblems(known: readonly KnownProblem[], found: readonly ToldProblem[], now: Date): Comparison {
  const remembered = new Map(known.map((each) => [keyOf(each), each]));
  const lasting = found.map((each) => withBegin(each, remembered.get(keyOf(each)), now));
  const foundKeys = new Set(found.map(keyOf));
  const missing = known.filter((each) => !foundKeys.has(keyOf(each)));
  const ended = missing.filter((each) => each.beganAt !== null && sinceMs(each.seenAt, now) >= WELL_AFTER_MS);
  const resting = missing.map((each) => (ended.includes(each) ? { ...each, beganAt: null, isOpen: false } : each));
  return {
    known: [...lasting.map(({ row }) => row), ...resting.filter((each) => each.beganAt !== null || isQuiet(each, now))],
    began: lasting.flatMap(({ row, isNew }) => (isNew ? toTold(row) : [])),
    ended: ended.filter(({ isOpen }) => isOpen).map(toTold),
  };
}

const isQuiet = ({ toldAt }: Pick<KnownProblem, "toldAt">, now: Date): boolean => toldAt !== null && sinceMs(toldAt, now) < QUIET_MS;

const toTold = ({ kind, connectionId, name, value }: KnownProblem): ToldProblem => ({ kind, connectionId, name, value });

function withBegin(
  found: ToldProblem,
  before: KnownProblem | undefined,
  now: Date,
): { readonly row: KnownProblem; readonly isNew: boolean } {
  const beganAt = before?.beganAt ?? now;
  const toldAt = before?.toldAt ?? null;
  const wasOpen = before?.isOpen ?? false;
  const isNew = !wasOpen && sinceMs(beganAt, now) >= TOLD_AFTER_MS && !isQuiet({ toldAt }, now);
  return { isNew, row: { ...found, beganAt, seenAt: now, toldAt: isNew ? now : toldAt, isOpen: wasOpen || isNew } };
}
