/** Lets a fixed number of tasks run at a time; the others wait in order. */
export interface Gate {
  /** Resolves when there is room, with the function that frees it (safe to call twice). */
  enter(): Promise<() => void>;
}

/** A gate for `places` tasks at a time. */
export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async enter() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let inside = true;
      return () => {
        if (inside) leave();
        inside = false;
      };
    },
  };
}
