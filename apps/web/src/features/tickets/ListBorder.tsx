import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useTexts } from "../../i18n/useTexts";
import { readStored, writeStored } from "../../lib/storage";
import { boundWidth, LIST_WIDTH, readWidth, widthByKey } from "./listWidth";
import "./listBorder.css";

const KEY = "balcao-list-width";

/** The border between list and conversation, which pointer and keys move; this browser remembers the width. */
export function ListBorder() {
  const { t } = useTexts("tickets");
  const border = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(() => readWidth(readStored(KEY)));
  useLayoutEffect(() => border.current?.parentElement?.style.setProperty("--list-width", `${width}px`), [width]);
  const store = (next: number) => {
    setWidth(next);
    writeStored(KEY, String(next));
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLDivElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const left = currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    // Stored at once: when the pointer is released, the last width may not be drawn yet.
    store(boundWidth(clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthByKey(event.key, width);
    if (next === null) return;
    event.preventDefault();
    store(next);
  };
  return (
    <div
      ref={border}
      role="separator"
      tabIndex={0}
      className="listBorder"
      aria-label={t("list.width")}
      aria-orientation="vertical"
      aria-controls="inbox-list"
      aria-valuemin={LIST_WIDTH.min}
      aria-valuemax={LIST_WIDTH.max}
      aria-valuenow={width}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => store(LIST_WIDTH.usual)}
      onKeyDown={onKeyDown}
    />
  );
}
