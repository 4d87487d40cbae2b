/** A row that is not shown this long after it was asked for gets no focus, in ms. */
const LIMIT_MS = 3_000;

let requests = 0;

/**
 * Focuses an element that may still be missing or hidden: a virtual list mounts a row in one frame
 * and shows it, once measured, in a later one. A later request or a focus set elsewhere ends the wait.
 */
export function focusWhenShown(find: () => HTMLElement | null | undefined): void {
  requests += 1;
  const request = requests;
  const before = document.activeElement;
  const limit = performance.now() + LIMIT_MS;
  const attempt = (): void => {
    const { activeElement } = document;
    const movedElsewhere = activeElement !== before && activeElement !== document.body;
    if (request !== requests || movedElsewhere) return;
    const element = find();
    element?.focus({ preventScroll: true });
    if (element && document.activeElement === element) return;
    if (performance.now() < limit) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
