import { useEffect, useRef, useState } from "react";

/** A finger that went down on the microphone. */
export interface HoldStart {
  readonly x: number;
  readonly y: number;
  /** Whether it was lifted since; the recorder may be loaded later than that. */
  readonly isLifted: () => boolean;
}

/** How far the finger slides before the recording is locked (up) or discarded (left), in px. */
const LOCK_PX = 60;
const DISCARD_PX = 110;

interface HoldOptions {
  readonly start: HoldStart | null;
  readonly onRelease: () => void;
  readonly onDiscard: () => void;
}

/**
 * Whether the finger still holds the microphone. Lifting it sends, sliding left discards, sliding
 * up lets go and keeps recording.
 */
export function useHold({ start, onRelease, onDiscard }: HoldOptions) {
  const [held, setHeld] = useState(() => start !== null && !start.isLifted());
  const callbacks = useRef({ onRelease, onDiscard });
  useEffect(() => {
    callbacks.current = { onRelease, onDiscard };
  });
  useEffect(() => {
    if (!held || !start) return;
    const over = new AbortController();
    // At once, not when it is drawn: a finger that is lifted meanwhile sends nothing any more.
    const letGo = (then?: () => void) => {
      over.abort();
      setHeld(false);
      then?.();
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (start.y - clientY > LOCK_PX) letGo();
      else if (start.x - clientX > DISCARD_PX) letGo(callbacks.current.onDiscard);
    };
    window.addEventListener("pointermove", move, { signal: over.signal });
    window.addEventListener("pointerup", () => letGo(callbacks.current.onRelease), { signal: over.signal });
    // The browser takes the finger for something else, such as its question about the microphone.
    window.addEventListener("pointercancel", () => letGo(), { signal: over.signal });
    return () => over.abort();
  }, [held, start]);
  return held;
}
