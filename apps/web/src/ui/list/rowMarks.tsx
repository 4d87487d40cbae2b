import Checkbox from "@mui/material/Checkbox";
import type { MouseEvent } from "react";
import type { Words } from "./words";

/** The marked items of a list. */
export interface Marks<Item> {
  readonly count: number;
  /** No further item can be marked. */
  readonly isFull: boolean;
  readonly isMarked: (item: Item) => boolean;
  readonly toggle: (item: Item) => void;
  /** Marks all of the items, or none where all of them are marked. */
  readonly toggleAll: (items: readonly Item[]) => void;
}

interface RowMarkProps<Item> {
  readonly marks: Marks<Item>;
  readonly item: Item;
  readonly label: string;
}

/** The box that marks a row. */
export function RowMark<Item>({ marks, item, label }: RowMarkProps<Item>) {
  const checked = marks.isMarked(item);
  return (
    <Checkbox
      size="small"
      checked={checked}
      disabled={marks.isFull && !checked}
      slotProps={{ input: { "aria-label": label } }}
      onChange={() => marks.toggle(item)}
    />
  );
}

interface AllMarkProps<Item> {
  readonly marks: Marks<Item>;
  readonly items: readonly Item[];
  readonly words: Words;
}

/** The box in the head of the table, which marks the loaded rows. */
export function AllMark<Item>({ marks, items, words }: AllMarkProps<Item>) {
  const all = items.every(marks.isMarked);
  return (
    <th className="tableMark">
      <Checkbox
        size="small"
        checked={all}
        indeterminate={!all && marks.count > 0}
        slotProps={{ input: { "aria-label": words("markAll") } }}
        onChange={() => marks.toggleAll(items)}
      />
    </th>
  );
}

const CONTROLS = "a, button, input, label, select, [role=button]";

/** A click on a row does the same as its main button, unless it is on a control or ends a selection of text. */
export function toRowPress(press: (() => void) | undefined) {
  if (!press) return {};
  return {
    "data-pressable": true,
    onClick: ({ target }: MouseEvent) => {
      const isControl = target instanceof Element && target.closest(CONTROLS) !== null;
      if (!isControl && (window.getSelection()?.toString() ?? "") === "") press();
    },
  };
}
