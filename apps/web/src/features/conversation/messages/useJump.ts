import { useEffect, useRef, useState } from "react";
import type { JumpTarget } from "../useMessageWindow";
import type { MessageRow } from "./messageRows";

/** A message that was jumped to blinks this long, in milliseconds. */
const BLINK_MS = 5_000;

interface JumpOptions {
  readonly rows: readonly MessageRow[];
  readonly target: JumpTarget | null;
  readonly toRow: (index: number) => void;
  readonly focusRow: (index: number) => void;
  /** Puts the message into the tab order. */
  readonly activate: (index: number) => void;
}

/** Scrolls to the message that was jumped to once it is loaded; returns the message that blinks. */
export function useJump({ rows, target, toRow, focusRow, activate }: JumpOptions): string | null {
  const [blinkId, setBlinkId] = useState<string | null>(null);
  const arrived = useRef<JumpTarget | null>(null);

  useEffect(() => {
    if (!target || arrived.current === target) return;
    const at = rows.findIndex((row) => row.message.id === target.id);
    if (at === -1) return;
    const timer = setTimeout(() => {
      arrived.current = target;
      (target.focus ? focusRow : activate)(at);
      toRow(at);
      setBlinkId(target.id);
    }, 0);
    return () => clearTimeout(timer);
  }, [target, rows, toRow, focusRow, activate]);

  useEffect(() => {
    if (blinkId === null) return;
    const timer = setTimeout(() => setBlinkId(null), BLINK_MS);
    return () => clearTimeout(timer);
  }, [blinkId, target]);

  return blinkId;
}
