import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useTexts } from "../../i18n/useTexts";
import { readStored, writeStored } from "../../lib/storage";
import "./listBorder.css";

const KEY = "balcao-list-width";

/** The bounds of the list beside the conversation and its width where nobody has chosen one, in pixels. */
const LIST_WIDTH = { min: 320, max: 480, usual: 380 } as const;

const STEP = 16;

const boundWidth = (width: number): number => Math.round(Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.min, width)));

/** The stored width; the usual one when there is none. */
export function readWidth(stored: string | null): number {
  const width = Number(stored ?? "");
  return stored === null || !Number.isFinite(width) ? LIST_WIDTH.usual : boundWidth(width);
}

/** The width after a key on the border; null for a key that does not move it. */
export function widthByKey(key: string, width: number): number | null {
  if (key === "ArrowLeft") return boundWidth(width - STEP);
  if (key === "ArrowRight") return boundWidth(width + STEP);
  if (key === "Home") return LIST_WIDTH.min;
  return key === "End" ? LIST_WIDTH.max : null;
}

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
