/** A keyboard is higher than what browsers show and hide by themselves, as the bar with the address. */
const KEYBOARD_PX = 120;

interface Seen {
  readonly windowHeight: number;
  readonly visibleHeight: number;
  /** More than 1 where the person has zoomed in, which shows less of the page, too. */
  readonly scale: number;
}

/** The pixels of the page above a keyboard that lies over it; null where nothing does, as where the browser makes the page smaller itself. */
export function toUncovered({ windowHeight, visibleHeight, scale }: Seen): number | null {
  return scale <= 1.01 && windowHeight - visibleHeight >= KEYBOARD_PX ? Math.round(visibleHeight) : null;
}

/**
 * Keeps the page as high as what the keyboard of an iPhone leaves, which does not resize it: the message box stays above the
 * keyboard, and the head of the conversation on the screen. Returns how to stop.
 */
export function followCoveredPage(): () => void {
  const { visualViewport: seen } = window;
  const { style } = document.documentElement;
  const measure = () => {
    if (!seen) return;
    const height = toUncovered({ windowHeight: window.innerHeight, visibleHeight: seen.height, scale: seen.scale });
    if (height === null) style.removeProperty("--uncovered-height");
    else style.setProperty("--uncovered-height", `${height}px`);
    // The browser has moved the page up to show the field, which is on the screen without that now.
    if (height !== null) window.scrollTo(0, 0);
  };
  seen?.addEventListener("resize", measure);
  return () => {
    seen?.removeEventListener("resize", measure);
    style.removeProperty("--uncovered-height");
  };
}
