export interface LiveState {
  readonly phase: "idle" | "connecting" | "connected" | "waiting";
  /** Instant of the next try, while waiting. */
  readonly retryAt: number | null;
}

/** The phase of the socket, and who listens to its changes. */
export function createLiveState() {
  let state: LiveState = { phase: "idle", retryAt: null };
  const listeners = new Set<() => void>();
  return {
    read: (): LiveState => state,
    set(phase: LiveState["phase"], retryAt: number | null = null): void {
      state = { phase, retryAt };
      listeners.forEach((listener) => listener());
    },
    /** Calls back after each change; returns the end of the subscription. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
