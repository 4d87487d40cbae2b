import type { ClientToServer } from "@balcao/contracts/live";
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { onLeave } from "../session";
import type { LiveClient, LiveState } from "./liveClient";

const LiveContext = createContext<LiveClient | null>(null);

/**
 * Opens the socket while its children are mounted, that is while a person is signed in, until the
 * session ends or the person begins to sign out.
 */
export function LiveProvider({ client, children }: { readonly client: LiveClient; readonly children: ReactNode }) {
  useEffect(() => {
    const stop = client.start();
    const unsubscribe = onLeave(stop);
    return () => {
      unsubscribe();
      stop();
    };
  }, [client]);
  return <LiveContext value={client}>{children}</LiveContext>;
}

/** The live client, for components behind the login. */
export function useLive(): LiveClient {
  const client = useContext(LiveContext);
  if (!client) throw new Error("useLive needs a LiveProvider around it.");
  return client;
}

const NEVER = () => () => undefined;
const IDLE: LiveState = { phase: "idle", retryAt: null };
const readIdle = () => IDLE;

/** Whether the socket is open, and when the next reconnect is attempted; before the login there is none. */
export function useLiveState(): LiveState {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live?.onState ?? NEVER, live?.readState ?? readIdle);
}

/** Joins a room while the calling component is mounted; undefined joins nothing. */
export function useJoin<N extends keyof ClientToServer>(event: N, ...args: Parameters<ClientToServer[N]> | [undefined]): void {
  const live = useLive();
  const key = JSON.stringify(args);
  useEffect(() => {
    const wish: unknown = JSON.parse(key);
    if (!Array.isArray(wish) || (wish.length > 0 && wish[0] === null)) return;
    return live.join(event, ...(wish as Parameters<ClientToServer[N]>));
  }, [live, event, key]);
}

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
