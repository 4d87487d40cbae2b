import { useCallback, useEffect, useState } from "react";

/** Whole seconds until an instant, ticking; 0 when it has passed or none was set. */
export function useCountdown(): { readonly seconds: number; readonly start: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const tick = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return { seconds, start: useCallback((wait: number) => setUntil(Date.now() + wait * 1000), []) };
}
