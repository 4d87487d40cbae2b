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

/**
 * Moves the focus to the next or previous region of the page: elements with `data-region`, in
 * document order (F6).
 */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (region) => region.offsetParent !== null || region.tagName === "MAIN",
  );
  if (regions.length === 0) return;
  const at = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = at === -1 ? regions.at(step === 1 ? 0 : -1) : regions[(at + step + regions.length) % regions.length];
  if (!next) return;
  const target = next.querySelector<HTMLElement>("[data-region-focus]") ?? next;
  if (!target.hasAttribute("tabindex") && target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
}

/** A row that is not shown this long after it was asked for gets no focus, in ms. */
const SHOWN_LIMIT_MS = 3_000;

let requests = 0;

/**
 * Focuses an element that may still be missing or hidden: a virtual list mounts a row in one frame
 * and shows it, once measured, in a later one. A later request or a focus set elsewhere ends the wait.
 */
export function focusWhenShown(find: () => HTMLElement | null | undefined): void {
  requests += 1;
  const request = requests;
  const before = document.activeElement;
  const limit = performance.now() + SHOWN_LIMIT_MS;
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
