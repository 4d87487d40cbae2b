import type { EventEmitter } from "node:events";
import type { Logger } from "../logger/index.js";

/** The orderly shutdown of a process. */
export type Lifecycle = Readonly<{
  /**
   * Registers what must be closed. The last registered is closed first, because later parts use
   * earlier ones.
   */
  onStop: (name: string, close: () => Promise<unknown> | void) => void;
  /** Aborted when the shutdown begins; give it to loops and long waits. */
  signal: AbortSignal;
  /**
   * Closes everything, one after the other, and exits with 0; with 1 when something failed or took
   * too long, or with `exitCode`. Further calls return the same promise, which never rejects.
   */
  stop: (reason: string, exitCode?: number) => Promise<void>;
}>;

export type LifecycleOptions = Readonly<{
  logger: Logger;
  /** Milliseconds for one closer; 10 s by default. */
  closerLimitMs?: number;
  /** Milliseconds for all closers together; TOTAL_LIMIT_MS by default. */
  totalLimitMs?: number;
  /** The process to listen to and to exit. */
  host?: LifecycleHost;
}>;

/** How long all closers together may take, below the usual 30 s of supervisors. */
export const TOTAL_LIMIT_MS = 25_000;

/** The part of a process that a lifecycle needs. */
type LifecycleHost = Pick<EventEmitter, "on"> & Readonly<{ connected: boolean; exit: (code: number) => unknown }>;

/**
 * A lifecycle that stops on SIGTERM, SIGINT, a lost parent (IPC disconnect) and on uncaught errors.
 * A second signal exits at once with status 130.
 */
export function createLifecycle({
  logger,
  closerLimitMs = 10_000,
  totalLimitMs = TOTAL_LIMIT_MS,
  host = process,
}: LifecycleOptions): Lifecycle {
  const closers: { name: string; close: () => Promise<unknown> | void }[] = [];
  const abort = new AbortController();
  let stopping: Promise<void> | undefined;

  const closeAll = async (): Promise<boolean> => {
    const deadline = performance.now() + totalLimitMs;
    let isClean = true;
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
      const limitMs = Math.max(0, Math.min(closerLimitMs, deadline - performance.now()));
      const failure = await closeInTime(closer.close, limitMs);
      if (failure === undefined) continue;
      isClean = false;
      logger.error({ err: failure, closer: closer.name }, "could not be closed in order");
    }
    return isClean;
  };

  const run = async (reason: string, exitCode: number): Promise<void> => {
    logger.info({ reason }, "stopping");
    abort.abort();
    const isClean = await closeAll();
    logger.info({ reason }, "stopped");
    host.exit(isClean ? exitCode : exitCode || 1);
  };

  const stop = (reason: string, exitCode = 0): Promise<void> => (stopping ??= run(reason, exitCode));
  const onSignal = (name: string): void => {
    if (stopping !== undefined) host.exit(130);
    else void stop(name);
  };
  const onFatal = (err: unknown): void => {
    logger.fatal({ err }, "an error that nobody caught");
    void stop("an error that nobody caught", 1);
  };

  host.on("SIGTERM", () => onSignal("SIGTERM"));
  host.on("SIGINT", () => onSignal("SIGINT"));
  if (host.connected) host.on("disconnect", () => void stop("the parent process is gone"));
  host.on("uncaughtException", onFatal);
  host.on("unhandledRejection", onFatal);

  return Object.freeze({
    onStop: (name, close) => void closers.push({ name, close }),
    signal: abort.signal,
    stop,
  });
}

/** The closer's error, or undefined; a closer that exceeds its limit is not awaited further. */
async function closeInTime(close: () => Promise<unknown> | void, limitMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`not closed within ${Math.round(limitMs)} ms`)), limitMs);
  });
  const closed = Promise.resolve()
    .then(close)
    .then(
      () => undefined,
      (error: unknown) => error ?? new Error("failed"),
    );
  const failure = await Promise.race([closed, late]);
  clearTimeout(timer);
  return failure;
}
