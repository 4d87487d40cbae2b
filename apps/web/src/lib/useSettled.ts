import { useEffect, useState } from "react";

interface Settled {
  readonly settled: string;
  /** Takes the text at once. */
  readonly settleNow: () => void;
}

/** A text after nobody has typed for some milliseconds. */
export function useSettled(text: string, delayMs: number): Settled {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, settled, delayMs]);
  return { settled, settleNow: () => setSettled(text) };
}
