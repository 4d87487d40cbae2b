/** How far a finger must pull a message to answer it, and how far the message follows, in px. */
const ANSWERS_PX = 56;
const FOLLOWS_PX = 72;
/** Before this way nobody knows what the finger is about to do, in px. */
const DECIDES_PX = 10;
/** A finger that comes from the edge of the screen goes back a page. */
const EDGE_PX = 24;

/** What a finger does: it pulls the message so many px to the right, does something else, or has not moved enough to tell. */
type Swipe = { readonly px: number; readonly answers: boolean } | "other" | "undecided";

/** Whether a swipe may begin at this distance from the left edge of the window, in px. */
export const maySwipeFrom = (left: number): boolean => left >= EDGE_PX;

/**
 * Reads the way of a finger since it came down, in px. What begins upwards, downwards or to the left belongs to the browser;
 * a swipe that has begun stays one.
 */
export function toSwipe(right: number, down: number, begun: boolean): Swipe {
  if (!begun) {
    if (Math.hypot(right, down) < DECIDES_PX) return "undecided";
    if (right < 2 * Math.abs(down)) return "other";
  }
  const px = Math.min(FOLLOWS_PX, Math.max(0, right));
  return { px, answers: px >= ANSWERS_PX };
}
