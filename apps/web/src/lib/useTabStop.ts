import { useState, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";

type Key = string | number;
type List = Pick<VirtualizerHandle, "findItemIndex" | "getItemOffset" | "getItemSize" | "scrollOffset" | "viewportSize">;

const endOf = (list: List, at: number): number => list.getItemOffset(at) + list.getItemSize(at);

/** Whether a part of a row is on the screen. */
const isOnScreen = (list: List, at: number): boolean =>
  list.getItemOffset(at) < list.scrollOffset + list.viewportSize && endOf(list, at) > list.scrollOffset;

/** The lowest row that is wholly on the screen; where none is, the one at the lower edge. */
function lowestOnScreen(list: List): number {
  const bottom = list.scrollOffset + list.viewportSize;
  const lowest = list.findItemIndex(bottom - 1);
  return endOf(list, lowest) > bottom && lowest > list.findItemIndex(list.scrollOffset) ? lowest - 1 : lowest;
}

interface TabStopOptions<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => Key;
  /** The row that the person used last, or null, and its place or that of the one that stands in for it. */
  readonly active: { readonly key: Key | null; readonly index: number };
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
}

/**
 * The row of a virtual list that Tab reaches: the active one, or one on the screen where the active one was scrolled away. `look` is called when
 * the list has come to rest, and when the focus comes into it or leaves it.
 */
export function useTabStop<Row>({ rows, keyOf, active, list, scroller }: TabStopOptions<Row>) {
  const [other, setOther] = useState<{ readonly insteadOf: Key | null; readonly key: Key } | null>(null);
  const at = other?.insteadOf === active.key ? rows.findIndex((row) => keyOf(row) === other.key) : -1;
  const tabStop = at === -1 ? active.index : at;
  const look = (): void => {
    const shown = list.current;
    const held = scroller.current?.contains(document.activeElement) === true;
    if (held || !shown || shown.viewportSize === 0 || isOnScreen(shown, active.index)) return setOther(null);
    if (isOnScreen(shown, tabStop)) return;
    const row = rows[lowestOnScreen(shown)];
    if (row !== undefined) setOther({ insteadOf: active.key, key: keyOf(row) });
  };
  return { tabStop, look };
}
