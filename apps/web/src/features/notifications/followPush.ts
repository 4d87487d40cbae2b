import type { PushTestView } from "@balcao/contracts/push";

/** The way of a push from the server to the screen, in order. */
export const STEPS = ["support", "permission", "worker", "subscription", "server", "service", "browser", "screen"] as const;
export type Step = (typeof STEPS)[number];

export interface Progress {
  readonly done: readonly Step[];
  /** Where it stopped; null while it goes on, and when all steps are done. */
  readonly stoppedAt: Step | null;
  /** The status that the push service answered, where it stopped there. */
  readonly status: number | null;
}

/** What the test asks and waits for; each rejects or answers false where a push would stop. */
export interface TestedWay {
  readonly permission: () => string;
  readonly hasWorker: () => Promise<boolean>;
  readonly subscribe: () => Promise<string | null>;
  readonly start: (key: string) => Promise<PushTestView>;
  readonly read: (testId: number) => Promise<PushTestView>;
  /** Resolves when the browser has received the test: whether it was shown; null when it did not come in time. */
  readonly arrival: () => (testId: number) => Promise<boolean | null>;
  readonly pause: () => Promise<void>;
}

/** More questions about a push that the push service has not taken than this are useless. */
const MOST_QUESTIONS = 30;

class Stopped extends Error {
  constructor(
    readonly step: Step,
    readonly status: number | null = null,
  ) {
    super(step);
  }
}

/** Follows one push from the server to the screen, and reports after each step how far it came. */
export async function followPush(way: TestedWay, report: (progress: Progress) => void): Promise<void> {
  const done: Step[] = [];
  const pass = (step: Step): void => {
    done.push(step);
    report({ done: [...done], stoppedAt: null, status: null });
  };
  try {
    const key = await checkBrowser(way, pass);
    const arrived = way.arrival();
    const test = await way.start(key).catch(() => stop("server"));
    pass("server");
    await waitForService(way, test);
    pass("service");
    const shown = await arrived(test.id);
    if (shown === null) stop("browser");
    pass("browser");
    if (!shown) stop("screen");
    pass("screen");
  } catch (error) {
    const { step, status } = error instanceof Stopped ? error : new Stopped(STEPS[done.length] ?? "screen");
    report({ done: [...done], stoppedAt: step, status });
  }
}

function stop(step: Step, status: number | null = null): never {
  throw new Stopped(step, status);
}

/** Checks what the browser must have, and returns the address of its subscription. */
async function checkBrowser(way: TestedWay, pass: (step: Step) => void): Promise<string> {
  if (way.permission() === "unsupported") stop("support");
  pass("support");
  if (way.permission() !== "granted") stop("permission");
  pass("permission");
  if (!(await way.hasWorker())) stop("worker");
  pass("worker");
  const key = await way.subscribe().catch(() => null);
  if (key === null) stop("subscription");
  pass("subscription");
  return key;
}

async function waitForService({ read, pause }: TestedWay, started: PushTestView): Promise<void> {
  let test = started;
  for (let asked = 0; test.state === "queued" && asked < MOST_QUESTIONS; asked += 1) {
    await pause();
    test = await read(started.id);
  }
  if (test.state !== "sent") stop("service", test.status);
}
