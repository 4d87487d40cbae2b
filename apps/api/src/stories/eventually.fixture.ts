import { setTimeout as sleep } from "node:timers/promises";

/** Tries until it holds, for at most twenty seconds; then fails with what did not hold. */
export async function eventually<T>(attempt: () => T | Promise<T>, patienceMs = 20_000): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
