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
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (start.y - clientY > LOCK_PX) setHeld(false);
      else if (start.x - clientX > DISCARD_PX) callbacks.current.onDiscard();
    };
    const release = () => {
      setHeld(false);
      callbacks.current.onRelease();
    };
    // The browser takes the finger for something else, such as its question about the microphone.
    const lock = () => setHeld(false);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", lock);
    return () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", lock);
    };
  }, [held, start]);
  return held;
}
