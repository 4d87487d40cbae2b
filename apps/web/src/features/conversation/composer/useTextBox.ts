import { useEffect, useLayoutEffect, useRef } from "react";
import { useAfterRender } from "../../../lib/useAfterRender";

/** Such a browser sizes the box by composer.css; measuring it at every key costs two layouts. */
const GROWS_BY_STYLE = CSS.supports("field-sizing", "content");

interface TextBoxOptions {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Whether the box is hidden at the moment. */
  readonly hidden: boolean;
  /** Moves the focus into the box when it changes to a true value. */
  readonly wantsFocus: unknown;
}

/** The box for typing a message. It grows with its text, and texts are inserted at the cursor. */
export function useTextBox({ text, setText, hidden, wantsFocus }: TextBoxOptions) {
  const box = useRef<HTMLTextAreaElement>(null);
  const afterRender = useAfterRender();

  useLayoutEffect(() => {
    const area = box.current;
    if (!area || GROWS_BY_STYLE) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
    area.style.overflowY = area.scrollHeight > area.clientHeight ? "auto" : "hidden";
  }, [text, hidden]);

  useLayoutEffect(() => {
    // When a box with text is shown again, typing continues at the end.
    if (!hidden) box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [hidden]);

  useEffect(() => {
    if (wantsFocus) box.current?.focus({ preventScroll: true });
  }, [wantsFocus]);

  /** Writes a piece over a range and puts the cursor behind it, or selects a part of it that must be changed. */
  function replace(from: number, to: number, piece: string, part = ""): void {
    const at = part === "" ? from + piece.length : from + piece.indexOf(part);
    setText(text.slice(0, from) + piece + text.slice(to));
    afterRender(() => select(at, at + part.length));
  }

  function select(from: number, to: number): void {
    box.current?.focus();
    box.current?.setSelectionRange(from, to);
  }

  /** Inserts a text in place of the selection or, with `wrap`, before and after it. */
  function insert(piece: string, wrap = false): void {
    const area = box.current;
    if (!area) return;
    const { selectionStart: from, selectionEnd: to } = area;
    const middle = wrap ? `${piece}${text.slice(from, to)}${piece}` : piece;
    setText(text.slice(0, from) + middle + text.slice(to));
    afterRender(() => {
      area.focus();
      const at = wrap ? from + piece.length : from + middle.length;
      area.setSelectionRange(at, wrap ? to + piece.length : at);
    });
  }

  return {
    box,
    insert,
    replace,
    /** Selects the first place of a part of the text. */
    selectPart: (part: string) => {
      const at = text.indexOf(part);
      if (at >= 0) select(at, at + part.length);
    },
    focus: () => afterRender(() => box.current?.focus()),
  };
}
