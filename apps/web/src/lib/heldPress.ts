/** How far the pointer may move within a press, in px. */
const STILL_PX = 4;
const PRESSED = 'button, a[href], label, [role="row"], [role="option"], [role="menuitem"]';

/**
 * A press belongs to what lay under the pointer when it began. Where the page moves before it ends, browsers give the click to what
 * holds both places, which does nothing: what was pressed gets it instead, unless the pointer itself has moved (A9).
 */
export function holdPresses(): void {
  let began: { readonly pressed: HTMLElement; readonly x: number; readonly y: number } | null = null;
  document.addEventListener(
    "pointerdown",
    ({ pointerType, button, target, clientX: x, clientY: y }) => {
      const pressed = pointerType !== "touch" && button === 0 && target instanceof Element ? target.closest<HTMLElement>(PRESSED) : null;
      began = pressed && { pressed, x, y };
    },
    true,
  );
  document.addEventListener(
    "click",
    (event) => {
      const press = began;
      began = null;
      if (!press || event.detail === 0) return;
      const isElsewhere = event.target instanceof Element && event.target !== press.pressed && event.target.contains(press.pressed);
      if (!isElsewhere || Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL_PX) return;
      event.stopPropagation();
      event.preventDefault();
      press.pressed.click();
    },
    true,
  );
}
