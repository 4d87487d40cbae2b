/**
 * Collects events and passes them on together, in order, so that a burst of events renders the page
 * once.
 */
export function createEventQueue<T>(flush: (items: readonly T[]) => void, schedule: (run: () => void) => void) {
  let waiting: T[] = [];
  return (item: T): void => {
    waiting.push(item);
    if (waiting.length > 1) return;
    schedule(() => {
      const items = waiting;
      waiting = [];
      flush(items);
    });
  };
}

/**
 * Runs on the next animation frame, or after a quarter of a second in a hidden tab, which has no
 * frames.
 */
export function onNextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run, 250);
  else requestAnimationFrame(run);
}
