import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { authenticateSocket, type AuthServices } from "@balcao/application/people/auth";
import { type ClientToServer, type ServerToClient, CLIENT_EVENTS } from "@balcao/contracts/live";
import type { Clock } from "@balcao/platform/clock";
import { networkOf } from "@balcao/platform/http";
import { Server, type DefaultEventsMap, type Event, type Socket } from "socket.io";
import { clientAddress } from "../http/proxies.js";
import { createBroadcaster, type Broadcaster } from "./broadcaster.js";
import { createCountsPublisher } from "./counts.js";
import { LiveSocket, type LiveSocketIo, type SocketFacts } from "./liveSocket.js";
import { createPresencePublisher, type PresencePublisher } from "./presence.js";
import { watchRights } from "./revocation.js";
import { OpenCount, SOCKET_LIMITS } from "./socketLimits.js";
import { createStatusReporter, type StatusReporter } from "./userStatus.js";

const EVENTS_PER_SECOND = 20;
const PACKETS_PER_SECOND = 40;
const PATIENCE_SECONDS = 5;

/** Counts what comes, and returns whether it is within so many a second; a burst of five seconds' worth is. */
function createAllowance(perSecond: number, clock: Clock): () => boolean {
  let allowance = perSecond * PATIENCE_SECONDS;
  let at = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    allowance = Math.min(perSecond * PATIENCE_SECONDS, allowance + ((now - at) / 1000) * perSecond) - 1;
    at = now;
    return allowance >= 0;
  };
}

/** Ignores events that are not in the contract, and disconnects a socket that sends more than 20 a second. */
function eventLimiter(socket: Pick<Socket, "disconnect">, clock: Clock): (event: Event, next: () => void) => void {
  const allowed: ReadonlySet<string> = new Set(CLIENT_EVENTS);
  const isWithin = createAllowance(EVENTS_PER_SECOND, clock);
  return ([name], next) => {
    if (!isWithin()) socket.disconnect(true);
    else if (allowed.has(name)) next();
  };
}

/** Closes a connection that sends more than 40 packets a second of any kind, events or not: no socket sees those for other namespaces. */
function limitPackets(connection: Pick<Socket["conn"], "on" | "close">, clock: Clock): void {
  const isWithin = createAllowance(PACKETS_PER_SECOND, clock);
  connection.on("data", () => {
    if (!isWithin()) connection.close();
  });
}

const MAX_PACKET_BYTES = 100_000;
/** A connection without a proven session is closed after this time. */
const PROOF_MS = 20_000;
/** All sockets of a server that ends are closed within this time, with this much time between two of them at most. */
const CLOSING_MS = 3_000;
const MOST_PAUSE_MS = 10;
/** Their clients connect again within this time. */
const SPREAD_MS = 1_500;

export interface LiveOptions {
  readonly auth: AuthServices;
  /** Checks the origin of a handshake, because CORS does not protect websockets. */
  readonly isAllowed: (headers: IncomingHttpHeaders) => boolean;
  /** Number of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: number;
  /** Opens the way to the other apis; returns what sends a text to them. */
  readonly openRelay: (onText: (text: string) => void) => (text: string) => void;
  readonly onSockets: (count: number) => void;
  readonly onLag: (seconds: number) => void;
}

export interface Live {
  /** Up to where the sockets were sent everything; what is read after this call is not older. */
  readonly cursor: () => string;
  close(): Promise<void>;
}

type EngineSocket = LiveSocketIo["conn"];

/** The address of each open connection, by the rule of proxies. */
type Addresses = WeakMap<EngineSocket, string | null>;

interface AdmissionParts {
  readonly auth: AuthServices;
  /** How many sockets each session has here. */
  readonly perSession: OpenCount;
  readonly addresses: Addresses;
}

/**
 * Admits sockets: notes whose each is, and counts it until it ends. Rejects with the code of an error, which is all that a client may
 * read of it. Socket.IO takes a further request for a namespace before it has answered the first one of the same connection, which would
 * make any number of sockets of one connection: no client does that, so the connection is closed.
 */
function createAdmission(parts: AdmissionParts): (socket: LiveSocketIo) => Promise<void> {
  const asking = new WeakMap<EngineSocket, Set<string>>();
  return async (socket) => {
    const { conn, nsp } = socket;
    const names = asking.get(conn) ?? new Set<string>();
    asking.set(conn, names);
    if (names.has(nsp.name)) {
      conn.close();
      throw new Error("ERR_TOO_MANY_REQUESTS");
    }
    names.add(nsp.name);
    await admit(parts, socket).finally(() => names.delete(nsp.name));
  };
}

async function admit({ auth, perSession, addresses }: AdmissionParts, socket: LiveSocketIo): Promise<void> {
  const { token, resumes } = socket.handshake.auth;
  const text = typeof token === "string" ? token.replace(/^Bearer +/i, "") : "";
  const ctx = await authenticateSocket(auth, text, addresses.get(socket.conn) ?? null).catch((error: unknown) => {
    throw new Error(error instanceof Error ? error.message : "ERR_SESSION_EXPIRED");
  });
  // A connection that has ended meanwhile would be counted for ever.
  if (socket.conn.readyState !== "open" || !perSession.hasRoom(ctx.sessionId)) throw new Error("ERR_TOO_MANY_REQUESTS");
  // Nothing else runs between the look and the count: of many that are checked at once, no more than the limit get in.
  perSession.add(ctx.sessionId, (closed) => {
    socket.once("disconnect", closed);
    socket.conn.once("close", closed);
  });
  socket.data = { userId: ctx.actor.id, sessionId: ctx.sessionId, resumes: resumes === true };
}

/**
 * Opens Socket.IO on the api's HTTP server, in the namespaces `/` and `/api`, so that a client that connects to the backend's URL
 * finds it. The token is in `auth.token`; a socket receives what both its rights and its joins cover.
 */
export async function attachLive(server: HttpServer, options: LiveOptions): Promise<Live> {
  const { services } = options.auth;
  const sockets = new Set<LiveSocket>();
  const addresses: Addresses = new WeakMap();
  const io = openServer(server, options, addresses);
  const counts = createCountsPublisher(services, sockets);
  const broadcaster = createBroadcaster({ services, sockets, observeLag: options.onLag, onCountsMoved: counts.touch });
  const perSession = new OpenCount(SOCKET_LIMITS.perSession);
  const presence: PresencePublisher = createPresencePublisher({
    services,
    sockets,
    relay: options.openRelay((text) => presence.hear(text)),
  });
  const statuses = createStatusReporter(services, sockets);
  const state: LiveState = { options, sockets, counts, broadcaster, presence, statuses };
  const admit = createAdmission({ auth: options.auth, perSession, addresses });
  for (const namespace of [io.of("/"), io.of("/api")]) {
    namespace.use((socket, next) => void admit(socket).then(() => next(), next));
    namespace.on("connection", (socket) => welcome(state, socket));
  }
  const stopWatching = watchRights(options.auth, sockets);
  await broadcaster.start();
  return {
    cursor: broadcaster.cursor,
    close: async () => {
      await closeGradually(sockets);
      await Promise.all([stopWatching(), presence.stop(), broadcaster.stop(), counts.stop(), statuses.stop()]);
      await io.close();
    },
  };
}

/** The open sockets of this process, and what they receive. */
interface LiveState {
  readonly options: LiveOptions;
  readonly sockets: Set<LiveSocket>;
  readonly counts: ReturnType<typeof createCountsPublisher>;
  readonly broadcaster: Broadcaster;
  readonly presence: PresencePublisher;
  readonly statuses: StatusReporter;
}

type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketFacts>;

const addressOf = (request: IncomingMessage, { trustProxy }: LiveOptions): string | null =>
  clientAddress(request.headers, request.socket.remoteAddress, trustProxy);

function openServer(server: HttpServer, options: LiveOptions, addresses: Addresses): LiveServer {
  const perAddress = new OpenCount(SOCKET_LIMITS.perAddress);
  const io: LiveServer = new Server(server, {
    path: "/socket.io",
    serveClient: false,
    maxHttpBufferSize: MAX_PACKET_BYTES,
    connectTimeout: PROOF_MS,
    allowRequest: (request, decide) =>
      decide(null, options.isAllowed(request.headers) && perAddress.hasRoom(networkOf(addressOf(request, options)))),
  });
  io.engine.on("connection", (connection: EngineSocket) => {
    const address = addressOf(connection.request, options);
    addresses.set(connection, address);
    perAddress.add(networkOf(address), (closed) => connection.once("close", closed));
    limitPackets(connection, options.auth.services.clock);
    // Engine.IO would keep the first request, with its headers, for as long as the connection lives.
    Object.assign(connection, { request: null });
  });
  return io;
}

function welcome(state: LiveState, io: LiveSocketIo): void {
  const { options, sockets, broadcaster } = state;
  const socket = new LiveSocket(io, broadcaster.cursor);
  sockets.add(socket);
  options.onSockets(sockets.size);
  io.use(eventLimiter(io, options.auth.services.clock));
  followSocket(state, socket);
  io.on("disconnect", () => {
    sockets.delete(socket);
    state.presence.forget(socket);
    state.statuses.seen(socket);
    options.onSockets(sockets.size);
  });
  state.statuses.seen(socket);
  socket.sendAlone({ name: "ready", event: { cursor: broadcaster.cursor() } });
}

/** Takes what a client asks for: joins, counts, and what it missed. */
function followSocket({ options, counts, broadcaster, presence, statuses }: LiveState, socket: LiveSocket): void {
  const { io, joins } = socket;
  const { logger } = options.auth.services;
  io.on("joinTickets", (status) => joins.joinTickets(status));
  io.on("joinChatBox", (id) => joins.joinChatBox(id));
  io.on("joinChats", (userId) => joins.joinChats(userId, io.data.userId));
  io.on("joinNotification", () => joins.joinNotification());
  io.on("watchCounts", (filter) => {
    if (!joins.watchCounts(filter)) return;
    socket.sentCounts = "";
    counts.touch();
  });
  io.on("user-heartbeat", () => statuses.beat(socket));
  io.on("presence", (said) => presence.follow(socket, said));
  io.on("watchPresence", (said) => presence.watch(socket, said));
  io.on("resume", (request) => {
    const since = (request as { cursor?: unknown } | null)?.cursor;
    broadcaster.replay(socket, since).catch((error: unknown) => logger.warn({ err: error }, "a replay failed"));
  });
}

/** Closes all sockets one after the other, so that their clients do not come to the other servers at once. */
async function closeGradually(sockets: ReadonlySet<LiveSocket>): Promise<void> {
  const pauseMs = Math.min(MOST_PAUSE_MS, CLOSING_MS / Math.max(1, sockets.size));
  const until = performance.now() + CLOSING_MS;
  for (let [socket] = sockets; socket && performance.now() < until; [socket] = sockets) {
    socket.restart(Math.round(Math.random() * SPREAD_MS));
    await sleep(pauseMs);
  }
}
