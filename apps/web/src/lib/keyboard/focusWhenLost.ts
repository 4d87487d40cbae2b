/** A focus that is not lost this long after it was expected stays where it is, in ms. */
const LIMIT_MS = 3_000;

/**
 * Focuses an element as soon as nothing has the focus, because what had it has left the page. A dialog that gives the focus back to a
 * control that is gone loses it later than the page changes.
 */
export function focusWhenLost(find: () => HTMLElement | null): void {
  const limit = performance.now() + LIMIT_MS;
  const look = (): void => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) find()?.focus({ preventScroll: true });
    else if (performance.now() < limit) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
