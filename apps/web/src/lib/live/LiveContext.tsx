import type { ClientToServer } from "@balcao/contracts/realtime";
import { createContext, useContext, useEffect, useSyncExternalStore, type ReactNode } from "react";
import type { LiveClient, LiveState } from "./liveClient";

const LiveContext = createContext<LiveClient | null>(null);

/** Opens the socket while its children are shown: exactly as long as somebody is signed in. */
export function LiveProvider({ client, children }: { readonly client: LiveClient; readonly children: ReactNode }) {
  useEffect(() => client.start(), [client]);
  return <LiveContext value={client}>{children}</LiveContext>;
}

/** The live connection, for parts behind the login. */
export function useLive(): LiveClient {
  const client = useContext(LiveContext);
  if (!client) throw new Error("useLive needs a LiveProvider around it.");
  return client;
}

/** Whether the socket is open, and when it is tried again. */
export function useLiveState(): LiveState {
  const live = useLive();
  return useSyncExternalStore(live.onState, live.readState);
}

/** Joins a room while the calling part is shown; undefined joins nothing. */
export function useJoin<N extends keyof ClientToServer>(event: N, ...args: Parameters<ClientToServer[N]> | [undefined]): void {
  const live = useLive();
  const key = JSON.stringify(args);
  useEffect(() => {
    const wish: unknown = JSON.parse(key);
    if (!Array.isArray(wish) || (wish.length > 0 && wish[0] === null)) return;
    return live.join(event, ...(wish as Parameters<ClientToServer[N]>));
  }, [live, event, key]);
}
