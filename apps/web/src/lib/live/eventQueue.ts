/** Gathers what arrives and hands it on together, in order: a burst of events is one drawing of the page. */
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

/** The next animation frame, or a quarter of a second in a hidden tab, where no frame comes. */
export function onNextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run, 250);
  else requestAnimationFrame(run);
}
