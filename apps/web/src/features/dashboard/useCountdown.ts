import { useEffect, useRef, useState } from "react";
import { queryClient } from "../../lib/queryClient";
import { DASHBOARD_KEY } from "../../lib/data/dashboard";

const SECONDS = 60;

interface Countdown {
  readonly seconds: number;
  readonly paused: boolean;
  readonly togglePause: () => void;
}

/**
 * Counts from 60 to 1, one step per second, and then reads every widget again (D-109). It
 * begins anew when `restartOn` changes, and stops while the tab is hidden or the person pauses it.
 */
export function useCountdown(restartOn: string): Countdown {
  const [state, setState] = useState({ seconds: SECONDS, of: restartOn });
  const [paused, setPaused] = useState(false);
  const left = useRef(SECONDS);
  if (state.of !== restartOn) setState({ seconds: SECONDS, of: restartOn });
  useEffect(() => {
    left.current = SECONDS;
  }, [restartOn]);
  useEffect(() => {
    if (paused) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      left.current -= 1;
      if (left.current === 0) {
        left.current = SECONDS;
        void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
      }
      setState({ seconds: left.current, of: restartOn });
    }, 1_000);
    return () => clearInterval(timer);
  }, [paused, restartOn]);
  return { seconds: state.seconds, paused, togglePause: () => setPaused(!paused) };
}
