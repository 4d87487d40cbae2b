/** A focus that is not lost this long after it was expected stays where it is, in ms. */
const LIMIT_MS = 3_000;

const sought = new Set<() => HTMLElement | null>();

/** Whether a lost focus has a place that a rule names and that does not take it yet. */
export const isFocusExpected = (): boolean => [...sought].some((find) => find() !== null);

/**
 * Focuses an element as soon as nothing has the focus, because what had it has left the page. A dialog that gives the focus back to a
 * control that is gone loses it later than the page changes; an open one may have caught it itself, and gives it to an element of its own.
 */
export function focusWhenLost(find: () => HTMLElement | null): void {
  const limit = performance.now() + LIMIT_MS;
  sought.add(find);
  const look = (): void => {
    const { activeElement, body } = document;
    const around = activeElement ?? body;
    const element = around.matches("body, .MuiDialog-container") ? find() : null;
    if (element !== null && around.contains(element)) {
      element.focus({ preventScroll: true });
      // A row that the virtual list has not measured yet is hidden and takes no focus.
      if (document.activeElement === element) return void sought.delete(find);
    }
    if (performance.now() < limit) requestAnimationFrame(look);
    else sought.delete(find);
  };
  requestAnimationFrame(look);
}
