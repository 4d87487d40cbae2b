import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "@balcao/testing/patience";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;

/**
 * Repeats `attempt` until it succeeds, for at most `limitMs` of a quiet machine; then throws its last error. The pauses become longer,
 * because what fails compares much and describes it.
 */
export async function eventually<T>(attempt: () => T | Promise<T>, limitMs = 20_000): Promise<T> {
  const deadline = Date.now() + patience(limitMs);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(pause);
    }
  }
}
