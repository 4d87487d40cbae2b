import type { ScreenPoint } from "./openMenu";

/** A finger that moved less has no direction yet, in px. */
const BEGIN_PX = 10;
/** Pulled so far, a message is answered when the finger is lifted, in px. */
const ANSWER_PX = 56;
const MOST_PX = 72;

/** A finger that pulls a message to the right; a scroll, a pull to the left and a short pull leave it as it was. */
export interface Swipe {
  move(at: ScreenPoint): void;
  /** Lets the message go back; whether it was pulled far enough to be answered. */
  end(): boolean;
}

/** Begins to pull the row of a message. It is moved by its style, since rendering on every move is too slow for a finger. */
export function startSwipe(row: HTMLElement, start: ScreenPoint): Swipe {
  let isPull: boolean | null = null;
  let pulled = 0;
  return {
    move({ left, top }) {
      const [x, y] = [left - start.left, top - start.top];
      if (isPull === null && Math.hypot(x, y) > BEGIN_PX) isPull = x > Math.abs(y);
      if (isPull !== true) return;
      const wasFar = pulled >= ANSWER_PX;
      pulled = Math.min(MOST_PX, Math.max(0, x - BEGIN_PX));
      row.style.setProperty("--pulled", `${String(pulled)}px`);
      row.dataset["pulled"] = pulled >= ANSWER_PX ? "far" : "near";
      if (!wasFar && pulled >= ANSWER_PX && "vibrate" in navigator) navigator.vibrate(10);
    },
    end() {
      row.style.removeProperty("--pulled");
      delete row.dataset["pulled"];
      return pulled >= ANSWER_PX;
    },
  };
}
