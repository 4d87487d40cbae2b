/** A panel that is still loaded takes what is typed next, so its place counts as one. */
const DIALOGS = '[role="dialog"]:not([aria-modal="false"]), [role="alertdialog"], [role="menu"], [data-opening]';

/** A dialog that leaves the page usable says so, and one that fades out is hidden from screen readers already, as a menu is. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll(DIALOGS)].some((dialog) => dialog.closest('[aria-hidden="true"]') === null);

/** Whether the focus is in an element of this kind. */
const isWithin = (selector: string): boolean => Boolean(document.activeElement?.closest(selector));

/** Whether the focus is where a press of the mouse or of a finger left it, and no key has moved it since. */
let byPointer = false;

const isPlain = (event: KeyboardEvent): boolean =>
  event.getModifierState("AltGraph") || (!event.ctrlKey && !event.metaKey && !event.altKey);

const isText = ({ key }: KeyboardEvent): boolean => key === "Dead" || [...key].length === 1;

/** Notes whether people move the focus by keys or by a pointer; returns the function that ends it. */
export function watchPointer(): () => void {
  const press = () => {
    byPointer = true;
  };
  const note = (event: KeyboardEvent) => {
    if (!isText(event) || !isPlain(event)) byPointer = false;
  };
  window.addEventListener("pointerdown", press, { capture: true });
  window.addEventListener("keydown", note, { capture: true });
  return () => {
    window.removeEventListener("pointerdown", press, { capture: true });
    window.removeEventListener("keydown", note, { capture: true });
  };
}

/**
 * Whether a plain key is a command here: while a conversation is open only where keys have put the focus on a row of a list or on a
 * message, so that what somebody writes without looking is a text and gives nothing away.
 */
export function isCommandPlace(): boolean {
  if (!document.querySelector('[data-region="messages"]')) return true;
  return !byPointer && isWithin('[data-region="list"], .message');
}

const TAKES_TEXT =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="slider"], [role="dialog"]';

/** Whether a key is text for the message box although something else has the focus. A space presses buttons and scrolls. */
export function isForBox(event: KeyboardEvent, singleKeys: "on" | "off"): boolean {
  if (!isText(event) || event.key === " " || event.defaultPrevented || !isPlain(event) || isDialogOpen()) return false;
  return !isWithin(TAKES_TEXT) && !(singleKeys === "on" && isCommandPlace());
}
