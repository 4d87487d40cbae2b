/** Lets a fixed number through at a time; the others wait in order. */
export interface Gate {
  /** Resolves when there is room, with the call that makes room again (safe to call twice). */
  enter(): Promise<() => void>;
}

/** A gate for `places` at a time. */
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
