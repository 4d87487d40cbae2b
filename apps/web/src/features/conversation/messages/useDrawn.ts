import { startTransition, useEffect, useMemo, useState } from "react";

/** So far beyond the screen rows are drawn, in px. */
const BEYOND_PX = 600;
/** As many rows as fill a screen. */
const SCREEN_ROWS = 20;

/** False until the first drawing of the component was painted. What waits for it does not delay what the person looks at. */
function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // A frame calls back before it is painted, and a timer of it after that.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)), 0);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}

interface DrawnOptions {
  readonly count: number;
  /** The row in the tab order; it is always drawn. */
  readonly tabStop: number;
  /** The newest messages are on the screen. */
  readonly atNewest: boolean;
}

/**
 * Which rows the virtual list draws besides those that it knows to be on the screen. A conversation opens at its newest messages: they
 * are drawn at once, without waiting until the list has measured its place, and what is beyond the screen after the first paint.
 */
export function useDrawn({ count, tabStop, atNewest }: DrawnOptions) {
  const painted = usePainted();
  const keepMounted = useMemo(() => {
    if (count === 0) return [];
    const first = atNewest ? Math.max(0, count - SCREEN_ROWS) : count;
    return [tabStop, ...Array.from({ length: count - first }, (_, at) => first + at)];
  }, [count, tabStop, atNewest]);
  return { keepMounted, bufferSize: painted ? BEYOND_PX : 0 };
}
