import { useEffect, useLayoutEffect, useRef } from "react";

/** Rows the box grows to before it scrolls (CONV-008). */
const MAX_ROWS = 5;

interface TextBoxOptions {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The box is not drawn at the moment. */
  readonly hidden: boolean;
  /** Moves the focus into the box whenever it changes to something true. */
  readonly wantsFocus: unknown;
}

/** The box in which a message is written: it grows with its text, and pieces are put in where the cursor is. */
export function useTextBox({ text, setText, hidden, wantsFocus }: TextBoxOptions) {
  const box = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = "auto";
    const style = getComputedStyle(area);
    const most =
      Number.parseFloat(style.lineHeight) * MAX_ROWS + Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
    area.style.height = `${Math.min(area.scrollHeight, most)}px`;
    area.style.overflowY = area.scrollHeight > most ? "auto" : "hidden";
  }, [text, hidden]);

  useLayoutEffect(() => {
    // A box that comes back with words in it is written on at their end.
    if (!hidden) box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [hidden]);

  useEffect(() => {
    if (wantsFocus) box.current?.focus({ preventScroll: true });
  }, [wantsFocus]);

  /** Puts a piece in place of the selection, or around it. */
  function insert(piece: string, wrap = false): void {
    const area = box.current;
    if (!area) return;
    const { selectionStart: from, selectionEnd: to } = area;
    const middle = wrap ? `${piece}${text.slice(from, to)}${piece}` : piece;
    setText(text.slice(0, from) + middle + text.slice(to));
    requestAnimationFrame(() => {
      area.focus();
      const at = wrap ? from + piece.length : from + middle.length;
      area.setSelectionRange(at, wrap ? to + piece.length : at);
    });
  }

  return { box, insert, focus: () => box.current?.focus() };
}
