import { useEffect, useState, useSyncExternalStore } from "react";
import { useLiveState } from "./LiveContext";

/** The socket counts as lost when it is closed for this long, in milliseconds. */
const LOST_AFTER_MS = 2_000;

const subscribe = (listener: () => void) => {
  for (const name of ["online", "offline"]) window.addEventListener(name, listener);
  return () => {
    for (const name of ["online", "offline"]) window.removeEventListener(name, listener);
  };
};

/** Whether the server cannot be reached: the network is gone, or the socket for 2 s. */
export function useOffline(): boolean {
  const { phase } = useLiveState();
  const hasNetwork = useSyncExternalStore(subscribe, () => navigator.onLine);
  const closed = phase !== "connected" && phase !== "idle";
  const [lost, setLost] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLost(closed), closed ? LOST_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [closed]);
  return !hasNetwork || (lost && closed);
}
