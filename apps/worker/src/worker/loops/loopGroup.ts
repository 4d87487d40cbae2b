import type { Logger } from "@balcao/platform/logger";
import { createLoop, type Loop } from "@balcao/platform/loops";

export interface LoopGroup {
  readonly loops: readonly Loop[];
  /** Starts a pass of one loop. */
  readonly wake: () => void;
}

interface LoopGroupOptions {
  readonly name: string;
  readonly size: number;
  /** One batch for one loop; true when it found work. */
  readonly work: () => Promise<boolean>;
  /** Pause of each loop before a pass without a wake, in milliseconds. */
  readonly idleMs: number;
  /** The same after a while without work, in milliseconds. */
  readonly longestIdleMs: number;
  readonly logger: Logger;
}

/**
 * Creates loops that share their work. A wake starts one that is idle, and a loop that finds work twice in a row
 * wakes another one, so that a single piece of work is not looked for by all of them.
 */
export function createLoopGroup({ name, size, work, idleMs, longestIdleMs, logger }: LoopGroupOptions): LoopGroup {
  // A loop whose pass failed stays here while it pauses, because no wake shortens that pause.
  const busy = new Set<Loop>();
  const wake = (): void => (loops.find((loop) => !busy.has(loop)) ?? loops[0])?.wake();
  const createOne = (index: number): Loop => {
    let found = 0;
    const pass = async (): Promise<boolean> => {
      busy.add(loop);
      const isMore = await work();
      found = isMore ? found + 1 : 0;
      if (found > 1) wake();
      busy.delete(loop);
      return isMore;
    };
    const loop: Loop = createLoop({ name: `${name}-${index}`, work: pass, idleMs, longestIdleMs, logger });
    return loop;
  };
  const loops: readonly Loop[] = Array.from({ length: size }, (_, index) => createOne(index));
  return { loops, wake };
}
