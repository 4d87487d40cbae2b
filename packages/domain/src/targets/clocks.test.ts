import { workingTimeAdder, workingTimeCounter } from "../calendar/index.js";
import { DEFAULT_SETTINGS } from "../settings/index.js";
import type { TicketStatus } from "../tickets/index.js";
import { followClocks, NO_TARGETS, pressingClock, type ClockRules, type TargetClock, type TargetFacts } from "./index.js";

const [SALES, SUPPORT, NONE, NEVER] = [1, 2, 3, 4];
const [ANA, RUI] = [11, 12];
/** 08:00 to 18:00, from Monday to Friday, without lunch. */
const hours = {
  ...DEFAULT_SETTINGS,
  timeZone: "UTC",
  horarioAbertura: "08:00",
  horarioFechamento: "18:00",
  horarioAlmoco: "00:00",
  horarioFimAlmoco: "00:00",
};
const TARGETS = {
  [SALES]: { ...NO_TARGETS, firstAnswerTarget: 30, nextAnswerTarget: 60 },
  [SUPPORT]: { ...NO_TARGETS, nextAnswerTarget: 10, resolutionTarget: 600, targetWarning: 50 },
  [NEVER]: { ...NO_TARGETS, firstAnswerTarget: 30 },
};
const rules: ClockRules = {
  targetsOf: (queueId) => TARGETS[queueId as keyof typeof TARGETS] ?? NO_TARGETS,
  count: (_queueId, span) => workingTimeCounter(hours)(span),
  add: (queueId, from, millis) => (queueId === NEVER ? null : workingTimeAdder(hours)(from, millis)),
};
/** A clock of Monday, 16 November 2026; "2 17:00" is that of Tuesday. */
const at = (text: string): Date => {
  const [clock = "", day = "1"] = text.split(" ").reverse();
  return new Date(`2026-11-${15 + Number(day)}T${clock}:00Z`);
};
const atOrNull = (text: string | null): Date | null => (text === null ? null : at(text));

interface Step {
  readonly now: string;
  readonly status?: TicketStatus;
  readonly queue?: number | null;
  readonly user?: number | null;
  readonly waits?: string | null;
  readonly answered?: string | null;
  readonly isGroup?: boolean;
  readonly recount?: true;
}

/** Plays steps one after another; what a step does not say stays. Returns the clocks of all, those that ended first. */
function play(...steps: readonly Step[]): { readonly clocks: readonly TargetClock[]; readonly status: TicketStatus } {
  let ticket: TargetFacts = {
    ...{ status: "pending", isGroup: false, queueId: SALES, userId: null, waitingSince: null, answeredAt: null },
    createdAt: at(steps[0]?.now ?? "08:00"),
  };
  let before: TicketStatus | null = null;
  let clocks: readonly TargetClock[] = [];
  const ended: TargetClock[] = [];
  for (const { now, status, queue, user, waits, answered, isGroup, recount } of steps) {
    ticket = {
      ...ticket,
      ...(status && { status }),
      ...(queue !== undefined && { queueId: queue }),
      ...(user !== undefined && { userId: user }),
      ...(waits !== undefined && { waitingSince: atOrNull(waits) }),
      ...(answered !== undefined && { answeredAt: atOrNull(answered) }),
      ...(isGroup && { isGroup }),
    };
    const after = followClocks({ clocks, ticket, before: recount ? "same" : before, now: at(now) }, rules);
    ended.push(...after.filter(({ endedAt }) => endedAt !== null));
    clocks = after.filter(({ endedAt }) => endedAt === null);
    before = ticket.status;
  }
  return { clocks: [...ended, ...clocks], status: ticket.status };
}

const clockText = (instant: Date | null): string => {
  if (!instant) return "–";
  const day = instant.getUTCDate() - 15;
  return `${day === 1 ? "" : `${day} `}${instant.toISOString().slice(11, 16)}`;
};
const print = ({ kind, dueAt, breachedAt, endedAt, queueId, userId }: TargetClock): string =>
  [
    `${kind} due ${clockText(dueAt)}`,
    breachedAt && `over ${clockText(breachedAt)}`,
    endedAt && `ended ${clockText(endedAt)}`,
    `of ${queueId} ${userId ?? "–"}`,
  ]
    .filter(Boolean)
    .join(", ");

const asks: Step = { now: "09:00", waits: "09:00" };
const answers: Step = { now: "09:10", status: "open", user: ANA, waits: null, answered: "09:10" };

describe("the clocks of a ticket", () => {
  it.each<[string, readonly Step[], readonly string[]]>([
    ["starts with the customer's message", [asks], ["firstAnswer due 09:30, of 1 –"]],
    ["runs in working time only", [{ now: "17:50", waits: "17:50" }], ["firstAnswer due 2 08:20, of 1 –"]],
    ["does not run over a weekend", [{ now: "5 17:50", waits: "5 17:50" }], ["firstAnswer due 8 08:20, of 1 –"]],
    ["begins with the opening of a closed company", [{ now: "06:00", waits: "06:00" }], ["firstAnswer due 08:30, of 1 –"]],
    ["is never due where the hours never open", [{ ...asks, queue: NEVER }], ["firstAnswer due –, of 4 –"]],
    [
      "goes on with a second message, and with whoever accepts",
      [asks, { now: "09:05" }, { now: "09:06", status: "open", user: ANA }],
      ["firstAnswer due 09:30, of 1 11"],
    ],
    ["ends with a person's answer", [asks, answers], ["firstAnswer due 09:30, ended 09:10, of 1 11"]],
    [
      "is over when nobody has answered",
      [asks, { now: "09:40", status: "open", user: ANA }],
      ["firstAnswer due 09:30, over 09:30, of 1 –"],
    ],
    [
      "stays a breach of who had it",
      [
        asks,
        { now: "09:20", status: "open", user: ANA },
        { now: "09:40", user: RUI },
        { ...answers, now: "09:50", user: RUI, answered: "09:50" },
      ],
      ["firstAnswer due 09:30, over 09:30, ended 09:50, of 1 11"],
    ],
    [
      "is a breach that nobody looked at before the answer",
      [asks, { ...answers, now: "09:50", answered: "09:50" }],
      ["firstAnswer due 09:30, over 09:30, ended 09:50, of 1 –"],
    ],
    [
      "is none where the answer was in time and was learnt late",
      [asks, { now: "09:40" }, { ...answers, now: "09:50", answered: "09:29" }],
      ["firstAnswer due 09:30, ended 09:29, of 1 11"],
    ],
    [
      "is the next answer's from then on",
      [asks, answers, { now: "10:00", waits: "10:00" }],
      ["firstAnswer due 09:30, ended 09:10, of 1 11", "nextAnswer due 11:00, of 1 11"],
    ],
    [
      "knows an answer and a new message of one moment",
      [asks, { now: "09:20", waits: "09:15", answered: "09:10" }],
      ["firstAnswer due 09:30, ended 09:10, of 1 –", "nextAnswer due 10:15, of 1 –"],
    ],
    [
      "stands still in a pause",
      [asks, { now: "09:10", status: "open", user: ANA }, { now: "09:20", status: "paused" }],
      ["firstAnswer due –, of 1 11"],
    ],
    [
      "goes on after a pause with what was left",
      [asks, { now: "09:10", status: "open", user: ANA }, { now: "09:20", status: "paused" }, { now: "2 11:00", status: "open" }],
      ["firstAnswer due 2 11:10, of 1 11"],
    ],
    [
      "begins after a pause in which the customer wrote",
      [asks, answers, { now: "09:20", status: "paused" }, { now: "09:30", waits: "09:30" }, { now: "10:00", status: "open" }],
      ["firstAnswer due 09:30, ended 09:10, of 1 11", "nextAnswer due 11:00, of 1 11"],
    ],
    [
      "does not run while a chatbot answers",
      [
        { ...asks, status: "bot" },
        { now: "10:00", status: "pending" },
      ],
      ["firstAnswer due 10:30, of 1 –"],
    ],
    [
      "counts the wait in the menu",
      [
        { ...asks, queue: null },
        { now: "09:10", queue: SALES },
      ],
      ["firstAnswer due 09:30, of 1 –"],
    ],
    [
      "is the new queue's after a transfer, less what was counted",
      [asks, answers, { now: "10:00", waits: "10:00" }, { now: "10:04", queue: SUPPORT }],
      ["firstAnswer due 09:30, ended 09:10, of 1 11", "nextAnswer due 10:10, of 2 11", "resolution due 2 10:04, of 2 11"],
    ],
    [
      "is due at once where the new queue promises less than was counted",
      [asks, answers, { now: "10:00", waits: "10:00" }, { now: "10:30", queue: SUPPORT }],
      ["firstAnswer due 09:30, ended 09:10, of 1 11", "nextAnswer due 10:30, of 2 11", "resolution due 2 10:30, of 2 11"],
    ],
    ["is forgotten in a queue without targets", [asks, { now: "09:10", queue: NONE }], []],
    [
      "stays a breach there",
      [asks, { now: "09:40" }, { now: "09:50", queue: NONE }],
      ["firstAnswer due 09:30, over 09:30, ended 09:50, of 1 –"],
    ],
    ["ends with the conversation", [asks, { now: "09:10", status: "closed", waits: null }], ["firstAnswer due 09:30, ended 09:10, of 1 –"]],
    [
      "of the resolution begins with the conversation and ends with it",
      [
        { ...asks, queue: SUPPORT },
        { ...answers, status: "open" },
        { now: "2 09:00", status: "nps", user: ANA },
      ],
      ["resolution due 2 09:00, ended 2 09:00, of 2 11"],
    ],
    [
      "of the resolution begins anew when it is opened again",
      [{ ...asks, queue: SUPPORT }, answers, { now: "10:00", status: "closed" }, { now: "2 09:00", status: "open" }],
      ["resolution due 2 09:00, ended 10:00, of 2 11", "resolution due 3 09:00, of 2 11"],
    ],
    [
      "begins with a target that is set",
      [
        { ...asks, queue: NONE },
        { now: "12:00", queue: SALES, recount: true },
      ],
      ["firstAnswer due 12:30, of 1 –"],
    ],
    [
      "is not that of a group",
      [
        { ...asks, status: "group", isGroup: true },
        { now: "09:01", status: "open" },
      ],
      [],
    ],
  ])("%s [D-510]", (_title, steps, expected) => {
    expect(play(...steps).clocks.map(print)).toEqual(expected);
  });

  it("tells the owner after a share of the time [D-511]", () => {
    const [clock] = play(asks).clocks;
    expect(clockText(clock?.warnAt ?? null)).toBe("09:24");
  });

  it("shows what is due first, and nothing while it stands still [D-510]", () => {
    const { clocks } = play({ ...asks, queue: SUPPORT, answered: "08:30" });
    expect(pressingClock(clocks, "open")).toEqual({ kind: "nextAnswer", dueAt: at("09:10") });
    expect(pressingClock(clocks, "paused")).toBeNull();
    expect(pressingClock([], "open")).toBeNull();
  });
});
