import { useEffect, useState } from "react";

/** How long codes are asked for while the dialog is open, in milliseconds. */
export const ASKS_FOR_MS = 5 * 60_000;

/** Whether codes are asked for: for a while after the dialog was opened, or a person asked again. */
export function useAsking(): { readonly isAsking: boolean; readonly again: () => void } {
  const [round, setRound] = useState(0);
  const [ended, setEnded] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setEnded(round), ASKS_FOR_MS);
    return () => clearTimeout(timer);
  }, [round]);
  return { isAsking: ended !== round, again: () => setRound((before) => before + 1) };
}
