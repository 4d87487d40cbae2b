import { useCallback, useEffect, useState, type FocusEvent, type RefObject } from "react";
import { isSameTyped, readTyped, type Typed } from "./typed";

/** What a list can complete at the cursor of the box, while the box has the focus. */
export function useTyped(boxRef: RefObject<HTMLTextAreaElement | null>, text: string) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const follow = useCallback(() => {
    const box = boxRef.current;
    const isCursor = box && box === document.activeElement && box.selectionStart === box.selectionEnd;
    const next = isCursor ? readTyped(box.value, box.selectionStart) : null;
    setTyped((now) => (isSameTyped(now, next) ? now : next));
  }, [boxRef]);
  useEffect(() => {
    // A button that inserts a text moves the cursor without an event, in the drawing before this.
    const frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [text, follow]);
  return {
    typed,
    handlers: {
      onSelect: follow,
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Element && relatedTarget.closest(".suggestionList"))) setTyped(null);
      },
    },
  };
}
