import type { ClientToServer, ServerEvent, ServerEventName, ServerToClient } from "@balcao/contracts/live";
import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import { call } from "../api";
import { presenceKey } from "../data/presence";
import { cursorOfSession } from "../session";
import { SOCKET_TOKEN_STORAGE_KEY } from "../session/tokens";
import { writeStored } from "../storage";
import { createBackoff, type Backoff } from "./backoff";
import { noteDeletion } from "./deletions";
import { createEventQueue, onNextFrame } from "./eventQueue";
import { followRights } from "./followRights";
import { keepInvalidMarks } from "./invalidMarks";
import { createJoins } from "./joins";
import { createReplay } from "./replay";
import { createWatchedRows } from "./watchedRows";

const ROWS_REST_MS = 500;

/** Server events that change what is shown; the others concern the socket alone. */
type LiveEventName = Exclude<ServerEventName, "ready" | "restarting">;

/** What each event does to the loaded data; the record is exhaustive, so no event is forgotten. */
export type LiveUpdaters = { readonly [N in LiveEventName]: (client: QueryClient, event: ServerEvent<N>) => void };

/** What happens besides, once, when an event is received. */
export type LiveEffects = { readonly [N in LiveEventName]?: (client: QueryClient, event: ServerEvent<N>) => void };

export interface LiveState {
  readonly phase: "idle" | "connecting" | "connected" | "waiting";
  /** Instant of the next try, while waiting. */
  readonly retryAt: number | null;
}

/** The phase of the socket, and who listens to its changes. */
function createLiveState() {
  let state: LiveState = { phase: "idle", retryAt: null };
  const listeners = new Set<() => void>();
  return {
    read: (): LiveState => state,
    set(phase: LiveState["phase"], retryAt: number | null = null): void {
      state = { phase, retryAt };
      listeners.forEach((listener) => listener());
    },
    /** Calls back after each change; returns the end of the subscription. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The socket with what outlives its single connections. */
interface LiveConnection {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  readonly joins: ReturnType<typeof createJoins>;
  readonly backoff: Backoff;
  readonly state: ReturnType<typeof createLiveState>;
  /** The last event that was applied, before it the beginning of the session; each connect resumes from it. */
  cursor: string;
  /** Whether somebody wants the socket to be open. */
  wanted: boolean;
  /** Ends the request for the token of a handshake. */
  asking: AbortController | null;
}

/** The names and arguments of a join were checked where it was asked for. */
const untyped = (socket: LiveConnection["socket"]): Socket => socket;

function openConnection(): LiveConnection {
  const connection: LiveConnection = {
    socket: io({
      path: "/socket.io",
      autoConnect: false,
      reconnection: false,
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      auth: (give) => void authenticate(connection, give),
    }),
    joins: createJoins(({ event, args }) => untyped(connection.socket).emit(event, ...args)),
    backoff: createBackoff(() => connect(connection)),
    state: createLiveState(),
    cursor: "",
    wanted: false,
    asking: null,
  };
  return connection;
}

/** Fetches a token for one handshake; without one the socket is tried again later. */
async function authenticate(connection: LiveConnection, give: (auth: object) => void): Promise<void> {
  const asking = (connection.asking = new AbortController());
  const answer = await call("auth", "socket", { body: {} }, { timeoutMs: 10_000, signal: asking.signal }).catch(() => null);
  if (answer === null) {
    connection.socket.disconnect();
    return retryLater(connection);
  }
  writeStored(SOCKET_TOKEN_STORAGE_KEY, answer.token);
  // The server sends nothing before the resume that follows the joins.
  give({ token: answer.token, resumes: true });
}

function connect({ wanted, socket, backoff, state }: LiveConnection): void {
  backoff.cancel();
  if (!wanted || socket.connected) return;
  state.set("connecting");
  socket.disconnect().connect();
}

function retryLater({ wanted, joins, backoff, state }: LiveConnection): void {
  joins.onDisconnected();
  if (wanted) state.set("waiting", backoff.plan());
}

function close(connection: LiveConnection): void {
  const { socket, joins, backoff, state } = connection;
  connection.wanted = false;
  connection.cursor = "";
  connection.asking?.abort();
  backoff.reset();
  backoff.cancel();
  joins.onDisconnected();
  socket.disconnect();
  state.set("idle");
}

/** Follows the life of the socket: joins and resume after each connect, a new try after each end. */
function followSocket(connection: LiveConnection): void {
  const { socket, joins, backoff, state } = connection;
  const retry = () => retryLater(connection);
  socket.on("resync", ({ cursor }) => {
    connection.cursor = cursor;
  });
  socket.on("connect", () => {
    backoff.reset();
    state.set("connected");
    joins.onConnected();
    // What was loaded before the socket listened may already be old.
    socket.emit("resume", { cursor: connection.cursor });
  });
  socket.on("restarting", ({ retryAfterMs }) => backoff.next(retryAfterMs));
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") retry();
  });
  socket.on("connect_error", retry);
  window.addEventListener("online", () => connect(connection));
}

interface LiveChanges {
  readonly client: QueryClient;
  readonly updaters: LiveUpdaters;
  readonly effects: LiveEffects;
}

/** Applies what the socket receives, together once per frame, and again to answers that were asked for before. */
function applyEvents(connection: LiveConnection, { client, updaters, effects }: LiveChanges): void {
  const replay = createReplay(client);
  const queue = createEventQueue<() => void>((changes) => notifyManager.batch(() => changes.forEach((change) => change())), onNextFrame);

  function listen<N extends LiveEventName>(name: N): void {
    const onEvent = (event: ServerEvent<N>, cursor?: string) => {
      queue(() => {
        // The socket was closed before the frame of its last events.
        if (!connection.wanted) return;
        const apply = (): void => updaters[name](client, event);
        apply();
        replay(apply);
        noteDeletion(name, event);
        effects[name]?.(client, event);
        if (cursor !== undefined) connection.cursor = cursor;
      });
    };
    const eventName: string = name;
    untyped(connection.socket).on(eventName, onEvent);
  }

  // The record of updaters names every event there is.
  (Object.keys(updaters) as LiveEventName[]).forEach((name) => listen(name));
}

/**
 * The one socket. Its token is fetched anew for every handshake, joins are sent again on every new socket, each
 * connect resumes from the last event applied, and events change the loaded data once per frame.
 */
export function createLiveClient(client: QueryClient, updaters: LiveUpdaters, effects: LiveEffects) {
  const connection = openConnection();
  // Before the replay of events, which changes answers when they have come.
  keepInvalidMarks(client);
  followRights(client);
  applyEvents(connection, { client, updaters, effects });
  followSocket(connection);
  const rows = createWatchedRows({
    say: (ticketIds) => connection.joins.add({ event: "watchPresence", args: [{ ticketIds }] }),
    onGone: (ticketIds) => ticketIds.forEach((id) => client.removeQueries({ queryKey: presenceKey(id), type: "inactive" })),
    later: (report) => setTimeout(report, ROWS_REST_MS),
  });
  return {
    /** Opens the socket and keeps it open; returns the function that closes it. */
    start(): () => void {
      connection.wanted = true;
      connection.cursor ||= cursorOfSession();
      connect(connection);
      return () => close(connection);
    },
    /** Tries at once instead of waiting. */
    retryNow: (): void => connect(connection),
    /** Asks for a room on this and every later socket; returns the end of the wish. */
    join<N extends keyof ClientToServer>(event: N, ...args: Parameters<ClientToServer[N]>): () => void {
      return connection.joins.add({ event, args });
    },
    /** Says what this socket shows; lost while there is no connection. */
    showPresence(present: Parameters<ClientToServer["presence"]>[0]): void {
      if (connection.socket.connected) connection.socket.emit("presence", present);
    },
    /** Follows who is at a ticket while its row is on the screen; returns the end of it. */
    watchRow: rows.add,
    /** Says that the person is here; lost while there is no connection. */
    beat(): void {
      if (connection.socket.connected) connection.socket.emit("user-heartbeat");
    },
    readState: connection.state.read,
    onState: connection.state.onChange,
  };
}

export type LiveClient = ReturnType<typeof createLiveClient>;
