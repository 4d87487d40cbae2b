import { useEffect, useState } from "react";

/** Whole seconds until an instant in milliseconds, ticking; 0 when it has passed or is null. */
export function useSecondsUntil(instant: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (instant === null) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [instant]);
  return instant === null ? 0 : Math.max(0, Math.ceil((instant - now) / 1000));
}
