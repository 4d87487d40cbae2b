import { useEffect } from "react";
import { useLive, useLiveState } from "./LiveContext";

/** The time between two heartbeats, in milliseconds. */
const BEAT_MS = 120_000;

/** Sends a heartbeat when the socket is open, and every two minutes from then on (CHAT-008). */
export function useHeartbeat(): void {
  const live = useLive();
  const connected = useLiveState().phase === "connected";
  useEffect(() => {
    if (!connected) return;
    live.beat();
    const timer = setInterval(() => live.beat(), BEAT_MS);
    return () => clearInterval(timer);
  }, [live, connected]);
}
