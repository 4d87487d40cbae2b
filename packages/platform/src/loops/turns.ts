import { setImmediate as otherWork } from "node:timers/promises";

/** So long may work go on before other calls have their turn. */
const TURN_MS = 5;

/** Does the steps of long work, and lets other calls of this process go on between them. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN_MS) continue;
    await otherWork();
    began = performance.now();
  }
}
