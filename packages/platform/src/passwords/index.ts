import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type * as lists from "@zxcvbn-ts/language-common";

/**
 * Characters that people write in place of letters when a rule requires digits and special
 * characters.
 */
const DISGUISES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const EDGES = /^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu;
const SPECIAL_EDGES = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

const load = createRequire(import.meta.url);
let words: ReadonlySet<string> | undefined;

/** Loads the list when the first password is chosen: most processes never need its 3 MB. */
function loadWords(): ReadonlySet<string> {
  const { dictionary } = load("@zxcvbn-ts/language-common") as typeof lists;
  return new Set(dictionary["passwords-common"]);
}

/**
 * Whether a password is one of the most common ones: unchanged, ignoring case, without
 * digits and special characters around it, or with letters replaced by digits. The package's list
 * comes from published leaks.
 */
export function isCommonPassword(plain: string): boolean {
  words ??= loadWords();
  const lower = plain.toLowerCase();
  const forms = [lower, lower.replace(SPECIAL_EDGES, ""), lower.replace(EDGES, "")];
  const isListed = (form: string): boolean => words?.has(form) === true || words?.has(undisguise(form)) === true;
  return forms.some((form) => form.length > 2 && isListed(form));
}

function undisguise(form: string): string {
  return [...form].map((character) => DISGUISES[character] ?? character).join("");
}

type HashingJob = Readonly<{ kind: "hash"; input: string; cost: number }> | Readonly<{ kind: "verify"; input: string; hash: string }>;

type Waiting = Readonly<{ job: HashingJob; resolve: (value: unknown) => void; reject: (error: Error) => void }>;

/** Threads that run one job at a time each; further jobs wait in order. */
type HashingThreads = Readonly<{
  run: (job: HashingJob) => Promise<unknown>;
  /** Ends the threads; running and waiting jobs fail. */
  close: () => Promise<void>;
}>;

/**
 * At most `most` threads, started when needed. Idle ones do not keep the process alive, and end after `idleMs` without a job, because
 * each holds 9 MB.
 */
function createHashingThreads(most: number, idleMs: number): HashingThreads {
  const idle: Worker[] = [];
  const busy = new Map<Worker, Waiting>();
  const queue: Waiting[] = [];
  let isClosed = false;

  const begin = (): Worker => {
    const worker = new Worker(new URL("./passwordWorker.mjs", import.meta.url));
    worker.on("message", (answer: unknown) => {
      const waiting = busy.get(worker);
      busy.delete(worker);
      worker.unref();
      idle.push(worker);
      settle(waiting, answer);
      next();
      resting.refresh();
    });
    const lose = (error: Error): void => {
      const waiting = busy.get(worker);
      busy.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      waiting?.reject(error);
      next();
    };
    worker.on("error", lose);
    worker.on("exit", () => lose(new Error("The password thread ended.")));
    return worker;
  };

  const resting = setTimeout(() => idle.splice(0).forEach((worker) => void worker.terminate()), idleMs).unref();

  const next = (): void => {
    if (isClosed || (idle.length === 0 && busy.size >= most)) return;
    const waiting = queue.shift();
    if (waiting === undefined) return;
    const worker = idle.pop() ?? begin();
    busy.set(worker, waiting);
    worker.ref();
    worker.postMessage(waiting.job);
  };

  return Object.freeze({
    run: (job) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error("The password hasher is closed."));
        queue.push({ job, resolve, reject });
        next();
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(resting);
      for (const waiting of queue.splice(0)) waiting.reject(new Error("The password hasher is closed."));
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()));
    },
  });
}

function settle(waiting: Waiting | undefined, answer: unknown): void {
  if (typeof answer === "object" && answer !== null && "value" in answer) waiting?.resolve(answer.value);
  else waiting?.reject(new Error("The password could not be hashed."));
}

const usualCost = 12;
/** One per core: the threads have a low priority, so that other calls come first. More would cost memory for nothing. */
const mostAtOnce = Math.min(8, Math.max(2, availableParallelism()));
/** A thread without a job for so long is ended; the next sign-in waits some 50 ms for a new one. */
const usualIdleMs = 60_000;
/** bcrypt ignores further bytes. */
const longestInputBytes = 72;
/**
 * Salt and digest of a hash that matches no password; comparing with it takes as long as with a
 * real hash.
 */
const dummyTail = "eIXCsBWvfbpBEjRZkiHj4uJkXl1XSrsEOvS8eI3ZqBMVV9wM0GZoW";

/**
 * Password hashing off the main thread: bcrypt, as many jobs at the same time as the process has
 * cores (two to eight), at a lowered priority.
 */
export type PasswordHasher = Readonly<{
  hash: (plain: string) => Promise<string>;
  /** Also false for a stored value that is no bcrypt hash. */
  verify: (plain: string, hash: string) => Promise<boolean>;
  /**
   * Resolves to false after as long as `verify`: for an account that does not exist, so that both
   * take the same time.
   */
  verifyDummy: (plain: string) => Promise<false>;
  /** Ends the threads; running and waiting calls fail. */
  close: () => Promise<void>;
}>;

/** A hasher of the given cost. Below 12 it throws, except under NODE_ENV=test. */
export function createPasswordHasher({
  cost = usualCost,
  idleMs = usualIdleMs,
}: Readonly<{ cost?: number; idleMs?: number }> = {}): PasswordHasher {
  const lowest = process.env["NODE_ENV"] === "test" ? 4 : usualCost;
  if (!Number.isInteger(cost) || cost < lowest || cost > 15)
    throw new RangeError(`The cost of password hashes must be from ${lowest} to 15.`);
  const threads = createHashingThreads(mostAtOnce, idleMs);
  const dummy = `$2b$${String(cost).padStart(2, "0")}$${dummyTail}`;

  const verify = async (plain: string, hash: string): Promise<boolean> => {
    if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) return false;
    return (await threads.run({ kind: "verify", input: toBcryptInput(plain), hash })) === true;
  };
  return Object.freeze({
    hash: async (plain) => {
      const hash = await threads.run({ kind: "hash", input: toBcryptInput(plain), cost });
      if (typeof hash !== "string") throw new Error("The password could not be hashed.");
      return hash;
    },
    verify,
    verifyDummy: async (plain) => {
      await verify(plain, dummy);
      return false;
    },
    close: threads.close,
  });
}

/**
 * The input for bcrypt: long passwords are digested first, because bcrypt would silently ignore
 * their ends.
 */
function toBcryptInput(plain: string): string {
  return Buffer.byteLength(plain) <= longestInputBytes ? plain : createHash("sha256").update(plain).digest("base64");
}
