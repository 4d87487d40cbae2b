import { isFocusExpected } from "./focusing";

/** How long whoever removes what has the focus may say where it goes, in ms. */
const GRACE_MS = 250;
const KEPT = 12;
const TABBABLE = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex='0'], [contenteditable='true']";

/** An element that had the focus, with where it was. */
interface Place {
  readonly element: Element;
  /** Its ancestors below the body, the innermost first. */
  readonly around: readonly Element[];
  readonly x: number;
  readonly y: number;
}

const isShown = (element: Element): boolean =>
  element.isConnected && element.getClientRects().length > 0 && !element.closest("[inert], [aria-hidden='true']");

const canHaveFocus = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && isShown(element) && !element.matches(":disabled");

function toPlace(element: Element): Place {
  const around: Element[] = [];
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) around.push(each);
  const { x, y } = element.getBoundingClientRect();
  return { element, around, x, y };
}

/** What is nearest to a place within the innermost of its surroundings that is still shown and has something to focus. */
function nearestTo({ element, around, x, y }: Place): HTMLElement | undefined {
  if (canHaveFocus(element)) return element;
  const distance = (each: Element): number => {
    const at = each.getBoundingClientRect();
    return Math.hypot(at.x - x, at.y - y);
  };
  for (const ancestor of around.filter(isShown)) {
    const found = [...ancestor.querySelectorAll(TABBABLE)].filter(canHaveFocus).sort((a, b) => distance(a) - distance(b));
    if (found[0]) return found[0];
  }
  return undefined;
}

let isKept = false;

/**
 * Keeps the focus on the page: where an element that has it is removed, hidden or disabled and nobody says where the focus goes, it goes to
 * what opened that element, or to what is nearest to it. A focus that a person takes away stays away. Calling it again
 * changes nothing.
 */
export function keepFocus(): void {
  if (isKept) return;
  isKept = true;
  let places: Place[] = document.activeElement === null ? [] : [toPlace(document.activeElement)];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restore = (): void => {
    timer = undefined;
    const last = places.at(-1);
    if (document.activeElement !== document.body || !last || canHaveFocus(last.element)) return;
    if (isFocusExpected()) return look();
    for (const place of [...places].reverse()) {
      const element = nearestTo(place);
      element?.focus({ preventScroll: true });
      if (element && document.activeElement === element) return;
    }
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  const look = (): void => {
    if (document.activeElement === document.body) timer ??= setTimeout(restore, GRACE_MS);
  };
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target !== document.body) places = [...places.slice(1 - KEPT), toPlace(target)];
  });
  const watched = { childList: true, subtree: true, attributeFilter: ["disabled", "hidden", "inert"] };
  new MutationObserver(look).observe(document.body, watched);
}
