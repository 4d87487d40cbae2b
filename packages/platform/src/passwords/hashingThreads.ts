import { Worker } from "node:worker_threads";

type HashingJob = Readonly<{ kind: "hash"; input: string; cost: number }> | Readonly<{ kind: "verify"; input: string; hash: string }>;

type Waiting = Readonly<{ job: HashingJob; resolve: (value: unknown) => void; reject: (error: Error) => void }>;

/** Threads that run one job at a time each; further jobs wait in order. */
export type HashingThreads = Readonly<{
  run: (job: HashingJob) => Promise<unknown>;
  /** Ends the threads; running and waiting jobs fail. */
  close: () => Promise<void>;
}>;

/**
 * At most `most` threads, started when needed. Idle ones do not keep the process alive, and end after `idleMs` without a job, because
 * each holds 9 MB.
 */
export function createHashingThreads(most: number, idleMs: number): HashingThreads {
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
