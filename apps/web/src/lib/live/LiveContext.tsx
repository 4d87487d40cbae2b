import type { ClientToServer } from "@balcao/contracts/live";
import { createContext, useContext, useEffect, useSyncExternalStore, type ReactNode } from "react";
import { onLeave } from "../session";
import type { LiveClient } from "./liveClient";
import type { LiveState } from "./liveState";

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
