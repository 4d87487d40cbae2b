import { useMemo } from "react";
import { usePainted } from "../../../lib/usePainted";

/** So far beyond the screen rows are drawn, in px. */
const BEYOND_PX = 600;
/** As many rows as fill a screen. */
const SCREEN_ROWS = 20;

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
