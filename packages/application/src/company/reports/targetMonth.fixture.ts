import type { OwnHours } from "@balcao/domain/calendar";
import { seeded } from "@balcao/testing/random";

// A month of conversations, and what their targets came to, minute by minute. Nothing here is the product's: neither its
// calendar nor its clocks nor its statements.

export const ZONE = "Europe/Lisbon";
const MINUTE_MS = 60_000;
const FIRST = Date.UTC(2026, 2, 1) / MINUTE_MS;
const DAYS = 31;
/** Until when the clocks of conversations that nobody ends are followed: the longest target is over. */
const HORIZON = FIRST + (DAYS + 20) * 1_440;

/** Minutes of each queue's targets; the third one has none, and nothing goes to one with smaller ones. */
export const TARGETS: Readonly<Record<number, Readonly<Record<Kind, number>> | null>> = {
  1: { firstAnswer: 30, nextAnswer: 45, resolution: 600 },
  2: { firstAnswer: 60, nextAnswer: 90, resolution: 900 },
  3: null,
};

const DAY: OwnHours["week"][number] = [
  ["08:00", "12:00"],
  ["13:00", "18:00"],
];
const NIGHT: OwnHours["week"][number] = [
  ["10:00", "11:30"],
  ["20:00", "02:00"],
];
/** Two intervals, a short Saturday, no Sunday, a closed day and a special one. */
export const COMPANY_HOURS: OwnHours = {
  week: [[], DAY, DAY, DAY, DAY, DAY, [["09:00", "13:00"]]],
  days: [
    { day: "2026-03-10", name: "Mudança", open: [] },
    { day: "2026-03-17", name: "Inventário", open: [["10:00", "15:00"]] },
  ],
};
/** Over midnight on every day, also that of the change of the clocks. */
export const NIGHT_HOURS: OwnHours = {
  week: Array.from({ length: 7 }, () => NIGHT),
  days: [
    { day: "2026-03-10", name: "Mudança", open: [] },
    { day: "2026-03-17", name: "Inventário", open: [["21:00", "23:00"]] },
  ],
};

export type Kind = "firstAnswer" | "nextAnswer" | "resolution";
export interface Step {
  /** In minutes since 1970. */
  readonly at: number;
  readonly does: "writes" | "accepts" | "answers" | "pauses" | "resumes" | "moves" | "closes";
  readonly userId: number | null;
  readonly queueId: number | null;
  /** Why it was closed; null for no reason. */
  readonly reason: number | null;
}
export interface Conversation {
  readonly queueId: number;
  readonly steps: readonly Step[];
}

type State = "pending" | "open" | "paused";
const STEPS: Readonly<Record<State, readonly Step["does"][]>> = {
  pending: ["accepts", "accepts", "accepts", "accepts", "writes", "moves", "closes"],
  open: ["answers", "answers", "answers", "answers", "writes", "writes", "writes", "writes", "pauses", "moves", "closes"],
  paused: ["resumes", "resumes", "closes"],
};
const AFTER: Readonly<Partial<Record<Step["does"], State>>> = { accepts: "open", pauses: "paused", resumes: "open" };

/** Conversations that begin at any minute of the month, each step at a minute of its own. */
export function generateMonth(seed: number, count: number): Conversation[] {
  const random = seeded(seed);
  const dice = (sides: number): number => Math.floor(random() * sides);
  return Array.from({ length: count }, () => {
    const first = 1 + dice(2);
    let [at, queueId, state] = [FIRST + dice(DAYS * 1_440), first, "pending" as State];
    const steps: Step[] = [{ at, does: "writes", userId: null, queueId: null, reason: null }];
    for (let left = 2 + dice(14); left > 0; left--) {
      at += 1 + dice(dice(5) === 0 ? 3 * 1_440 : 80);
      const does = STEPS[state][dice(STEPS[state].length)] ?? "closes";
      if (does === "moves" && queueId === 3) continue;
      if (does === "moves") queueId += 1;
      const userId = does === "accepts" ? 2 + dice(3) : null;
      steps.push({ at, does, userId, queueId: does === "moves" ? queueId : null, reason: does === "closes" ? dice(4) || null : null });
      if (does === "closes") break;
      state = AFTER[does] ?? state;
    }
    return { queueId: first, steps };
  });
}

export interface Decision {
  readonly ticket: number;
  readonly kind: Kind;
  readonly queueId: number;
  readonly userId: number | null;
  readonly startedAt: number;
  readonly at: number;
  readonly missed: boolean;
}

interface Local {
  readonly day: string;
  readonly weekday: number;
  readonly minute: number;
}

const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE, dateStyle: "short", timeStyle: "short" });
const DAY_BEFORE = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** The day and the minute of the day on the walls of Lisbon. */
export function localOf(at: number): Local {
  const [day = "", time = ""] = parts.format(at * MINUTE_MS).split(" ");
  return { day, weekday: weekdayOf(day), minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Whether the queue works in the minute that begins then: by what began on its day, or on the day before. */
function worksIn(hours: OwnHours, { day, weekday, minute }: Local): boolean {
  const rules = (of: string, on: number) => hours.days.find((each) => each.day === of)?.open ?? hours.week[on] ?? [];
  const covers = (minutes: number, [from, until]: readonly [string, string]): boolean => {
    const end = minutesOf(until) <= minutesOf(from) ? minutesOf(until) + 1_440 : minutesOf(until);
    return minutes >= minutesOf(from) && minutes < end;
  };
  return (
    rules(day, weekday).some((range) => covers(minute, range)) ||
    rules(DAY_BEFORE(day), (weekday + 6) % 7).some((range) => covers(minute + 1_440, range))
  );
}

const works = new Map<number, readonly [company: boolean, night: boolean]>();
function isWorking(queueId: number, at: number): boolean {
  const known = works.get(at) ?? ([worksIn(COMPANY_HOURS, localOf(at)), worksIn(NIGHT_HOURS, localOf(at))] as const);
  works.set(at, known);
  return queueId === 2 ? known[1] : known[0];
}

/** The minutes in which the queue works from one minute to another. */
export function workedBetween(queueId: number, from: number, until: number): number {
  let worked = 0;
  for (let at = from; at < until; at++) if (isWorking(queueId, at)) worked += 1;
  return worked;
}

interface Running {
  readonly kind: Kind;
  readonly startedAt: number;
  spent: number;
  missed: boolean;
}

/** What the targets of a conversation came to, by walking through it minute by minute. */
export function followByHand(ticket: number, { queueId: first, steps }: Conversation): Decision[] {
  const decisions: Decision[] = [];
  let [queueId, userId, state, isAnswered, waits] = [first, null as number | null, "pending" as State | "closed", false, false];
  let clocks: Running[] = [];
  const decide = ({ kind, startedAt }: Running, at: number, missed: boolean): void =>
    void decisions.push({ ticket, kind, queueId, userId, startedAt, at, missed });
  const end = (kinds: (kind: Kind) => boolean, at: number): void => {
    for (const clock of clocks) if (kinds(clock.kind) && !clock.missed) decide(clock, at, false);
    clocks = clocks.filter(({ kind }) => !kinds(kind));
  };
  const take = ({ at, does, ...step }: Step): void => {
    userId = step.userId ?? userId;
    queueId = step.queueId ?? queueId;
    if (does === "answers") end((kind) => kind !== "resolution", at);
    if (does === "closes") end(() => true, at);
    if (TARGETS[queueId] === null) clocks = [];
    if (does === "writes" && !waits && TARGETS[queueId] !== null)
      clocks.push({ kind: isAnswered ? "nextAnswer" : "firstAnswer", startedAt: at, spent: 0, missed: false });
    if (at === steps[0]?.at) clocks.push({ kind: "resolution", startedAt: at, spent: 0, missed: false });
    waits = does === "writes" || (waits && does !== "answers");
    isAnswered = isAnswered || does === "answers";
    state = does === "closes" ? "closed" : (AFTER[does] ?? state);
  };
  const isEndedBy = (kind: Kind, step: Step | undefined): boolean =>
    step?.does === "closes" || (step?.does === "answers" && kind !== "resolution");
  const byMinute = new Map(steps.map((step) => [step.at, step]));
  for (let at = steps[0]?.at ?? 0; at < HORIZON; at++) {
    const step = byMinute.get(at);
    if (step) take(step);
    if (state === "closed") break;
    if (state === "paused" || !isWorking(queueId, at)) continue;
    for (const clock of clocks.filter(({ missed }) => !missed)) {
      clock.spent += 1;
      if (clock.spent < (TARGETS[queueId]?.[clock.kind] ?? Infinity) || isEndedBy(clock.kind, byMinute.get(at + 1))) continue;
      clock.missed = true;
      decide(clock, at + 1, true);
    }
  }
  return decisions;
}
