import type { ClientToServer, ServerEvent, ServerEventName, ServerToClient } from "@balcao/contracts/realtime";
import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import { call } from "../api";
import { SOCKET_TOKEN_STORAGE_KEY } from "../session/tokens";
import { writeStored } from "../storage";
import { createEventQueue, onNextFrame } from "./eventQueue";
import { createJoins } from "./joins";
import { createReplay } from "./replay";

/** Server events that change what is shown; `ready` concerns the socket alone. */
export type LiveEventName = Exclude<ServerEventName, "ready">;

/** What each event does to the loaded data; the record is exhaustive, so no event is forgotten. */
export type LiveUpdaters = { readonly [N in LiveEventName]: (client: QueryClient, event: ServerEvent<N>) => void };

/** What happens besides, once, when an event is heard. */
export type LiveEffects = { readonly [N in LiveEventName]?: (client: QueryClient, event: ServerEvent<N>) => void };

export interface LiveState {
  readonly phase: "idle" | "connecting" | "connected" | "waiting";
  /** Instant of the next try, while waiting. */
  readonly retryAt: number | null;
}

const BACKOFF_SECONDS = [1, 2, 5, 10, 30] as const;

/**
 * The one socket. Its token is fetched anew for every handshake (AUTH-016), joins are said again on every new socket, a
 * reconnect resumes from the last event seen, and what arrives changes the loaded data once per frame, and again what was asked for
 * meanwhile.
 */
export function createLiveClient(client: QueryClient, updaters: LiveUpdaters, effects: LiveEffects) {
  const replay = createReplay(client);
  let state: LiveState = { phase: "idle", retryAt: null };
  let cursor: string | null = null;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  const listeners = new Set<() => void>();

  const setState = (next: LiveState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };

  const queue = createEventQueue<() => void>((changes) => notifyManager.batch(() => changes.forEach((change) => change())), onNextFrame);

  const socket: Socket<ServerToClient, ClientToServer> = io({
    path: "/socket.io",
    autoConnect: false,
    reconnection: false,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    auth: (give) => {
      call("auth", "socket", { body: {} }, { timeoutMs: 10_000 }).then(
        ({ token }) => {
          writeStored(SOCKET_TOKEN_STORAGE_KEY, token);
          // With a place to go on from, the server sends nothing before the resume that follows the joins.
          give(cursor === null ? { token } : { token, resumes: true });
        },
        () => {
          socket.disconnect();
          retryLater();
        },
      );
    },
  });

  const joins = createJoins(({ event, args }) => {
    // The names and arguments were checked where the join was asked for.
    (socket as Socket).emit(event, ...args);
  });

  function connect(): void {
    clearTimeout(retryTimer);
    if (!wanted || socket.connected) return;
    setState({ phase: "connecting", retryAt: null });
    socket.disconnect().connect();
  }

  function retryLater(): void {
    joins.onDisconnected();
    if (!wanted) return;
    clearTimeout(retryTimer);
    const seconds = BACKOFF_SECONDS[Math.min(failures, BACKOFF_SECONDS.length - 1)] ?? 30;
    failures += 1;
    setState({ phase: "waiting", retryAt: Date.now() + seconds * 1000 });
    retryTimer = setTimeout(connect, seconds * 1000);
  }

  function listen<N extends LiveEventName>(name: N): void {
    const hear = (event: ServerEvent<N>, eventCursor?: string) => {
      queue(() => {
        const apply = (): void => updaters[name](client, event);
        apply();
        replay(apply);
        effects[name]?.(client, event);
        if (eventCursor !== undefined) cursor = eventCursor;
      });
    };
    const eventName: string = name;
    (socket as Socket).on(eventName, hear);
  }

  // The record of updaters names every event there is.
  (Object.keys(updaters) as LiveEventName[]).forEach((name) => listen(name));

  socket.on("resync", (event) => {
    ({ cursor } = event);
  });
  socket.on("connect", () => {
    failures = 0;
    setState({ phase: "connected", retryAt: null });
    joins.onConnected();
    if (cursor !== null) socket.emit("resume", { cursor });
  });
  socket.on("ready", (event) => {
    if (cursor !== null) return;
    cursor = event.cursor;
    // What was loaded before the socket listened may already be old.
    void client.invalidateQueries({ predicate: (query) => query.meta?.["live"] === true });
  });
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") retryLater();
  });
  socket.on("connect_error", retryLater);
  window.addEventListener("online", () => connect());

  return {
    /** Opens the socket and keeps it open; returns the function that closes it. */
    start(): () => void {
      wanted = true;
      connect();
      return () => {
        wanted = false;
        cursor = null;
        failures = 0;
        clearTimeout(retryTimer);
        joins.onDisconnected();
        socket.disconnect();
        setState({ phase: "idle", retryAt: null });
      };
    },
    /** Tries at once instead of waiting. */
    retryNow: connect,
    /** Asks for a room on this and every later socket; returns the end of the wish. */
    join<N extends keyof ClientToServer>(event: N, ...args: Parameters<ClientToServer[N]>): () => void {
      return joins.add({ event, args });
    },
    /** Says something once; nothing when the socket is not open. */
    emit<N extends keyof ClientToServer>(event: N, ...args: Parameters<ClientToServer[N]>): void {
      if (socket.connected) (socket as Socket).emit(event, ...args);
    },
    readState: () => state,
    onState(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type LiveClient = ReturnType<typeof createLiveClient>;
