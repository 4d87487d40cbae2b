import type { VirtualizerHandle } from "virtua";
import type { MessageRow } from "./messageRows";

/** Where a day's own mark, while it scrolls out, is as high as the pill, in px. */
const MARK_AT_PILL_PX = 6;
/** So close to the end, in px, the list follows it and no day is shown. */
const AT_END_PX = 80;

type DayRow = Pick<MessageRow, "day"> & { readonly message: Pick<MessageRow["message"], "createdAt"> };
type Feed = Pick<VirtualizerHandle, "findItemIndex" | "getItemOffset" | "scrollSize" | "viewportSize">;

/**
 * An instant of the day to which the topmost visible messages belong; null at the end of the list
 * and where the day's own mark is in its place.
 */
export function dayAtTop(rows: readonly DayRow[], feed: Feed, offset: number): string | null {
  if (feed.scrollSize - feed.viewportSize - offset < AT_END_PX) return null;
  const index = feed.findItemIndex(offset);
  const row = rows[index];
  if (!row) return null;
  const hasItsMark = row.day !== null && offset - feed.getItemOffset(index) < MARK_AT_PILL_PX;
  return hasItsMark ? null : row.message.createdAt;
}
