import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "@balcao/testing/patience";

/** Repeats `attempt` until it succeeds, for at most `limitMs` of a quiet machine; then throws its last error. */
export async function eventually<T>(attempt: () => T | Promise<T>, limitMs = 20_000): Promise<T> {
  const deadline = Date.now() + patience(limitMs);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
