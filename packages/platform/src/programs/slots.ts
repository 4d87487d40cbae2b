/** Runs at most `count` tasks at the same time; the others wait in order. */
export function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Two programs of this process at once, of whatever kind, so that their memory together has a limit. */
export const inProgramSlot = createSlots(2);
