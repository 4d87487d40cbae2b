const LOCK = "balcao-notifications";

/** What decides which of a browser's tabs speaks for all of them. */
interface Speaker {
  /** Whether it is this tab. */
  isSpeaker(): boolean;
  /** Leaves it to another tab. */
  stop(): void;
}

/**
 * Makes this tab wait for its turn to speak; the first one that asked has it until it is closed.
 * Without locks, which need https, every tab speaks.
 */
export function createSpeaker(locks: Pick<LockManager, "request"> | undefined): Speaker {
  if (!locks) return { isSpeaker: () => true, stop: () => undefined };
  const stopping = new AbortController();
  let holds = false;
  locks
    .request(LOCK, { signal: stopping.signal }, () => {
      holds = true;
      return new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve(), { once: true }));
    })
    // Stopped before it was its turn.
    .catch(() => undefined);
  return {
    isSpeaker: () => holds,
    stop: () => {
      holds = false;
      stopping.abort();
    },
  };
}
