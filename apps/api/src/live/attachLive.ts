import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer } from "node:http";
import { accessSession, authenticateSocket, type AuthDesk } from "@balcao/application/auth";
import { WAKE } from "@balcao/application/kernel";
import type { ClientToServer, ServerToClient } from "@balcao/contracts/realtime";
import { networkOf } from "@balcao/platform/http";
import { Server, type DefaultEventsMap } from "socket.io";
import { clientAddress } from "../http/proxies.js";
import { createBroadcaster } from "./broadcaster.js";
import { createCountsTeller } from "./counts.js";
import { eventLimiter } from "./eventLimiter.js";
import { OpenCount, SOCKET_LIMITS } from "./socketLimits.js";
import { LiveSocket, type LiveSocketIo, type SocketFacts } from "./liveSocket.js";

const MAX_PACKET_BYTES = 100_000;
/** A connection that has not proved by then whose it is, is closed. */
const PROOF_MS = 20_000;
/** Revocation reaches an open socket within five seconds (P-26). */
const RIGHTS_CHECK_MS = 4_000;

export interface LiveOptions {
  readonly desk: AuthDesk;
  /** Whether a handshake may come from where its headers say: CORS does not guard websockets (S-61). */
  readonly isAllowed: (headers: IncomingHttpHeaders) => boolean;
  /** Number of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: number;
  readonly onSockets: (count: number) => void;
  readonly onLag: (seconds: number) => void;
}

export interface Live {
  close(): Promise<void>;
}

/**
 * Socket.IO on the api's http server, on the namespaces `/` and `/api` alike, so that a client that was given the backend's URL finds it (ARCHITECTURE, Errors).
 * The token travels in `auth.token`; what a socket hears is decided by rights first and joins second.
 */
export async function attachLive(server: HttpServer, { desk, isAllowed, trustProxy, onSockets, onLag }: LiveOptions): Promise<Live> {
  const { house } = desk;
  const sockets = new Set<LiveSocket>();
  const perAddress = new OpenCount(SOCKET_LIMITS.perAddress);
  const perSession = new OpenCount(SOCKET_LIMITS.perSession);
  const addressOf = (request: IncomingMessage): string | null => clientAddress(request.headers, request.socket.remoteAddress, trustProxy);
  const io = new Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketFacts>(server, {
    path: "/socket.io",
    serveClient: false,
    maxHttpBufferSize: MAX_PACKET_BYTES,
    connectTimeout: PROOF_MS,
    allowRequest: (request, decide) => decide(null, isAllowed(request.headers) && perAddress.hasRoom(networkOf(addressOf(request)))),
  });
  io.engine.on("connection", (connection: { readonly request: IncomingMessage; once(name: "close", listen: () => void): void }) =>
    perAddress.add(networkOf(addressOf(connection.request)), (closed) => connection.once("close", closed)),
  );
  const counts = createCountsTeller(house, sockets);
  const broadcaster = createBroadcaster({ house, sockets, observeLag: onLag, onCountsMoved: counts.touch });

  const welcome = (socketIo: LiveSocketIo): void => {
    const socket = new LiveSocket(socketIo, broadcaster.cursor);
    sockets.add(socket);
    onSockets(sockets.size);
    perSession.add(socket.sessionId, (closed) => socketIo.once("disconnect", closed));
    const { joins } = socket;
    socketIo.use(eventLimiter(socketIo, house.clock));
    socketIo.on("joinTickets", (status) => joins.joinTickets(status));
    socketIo.on("joinChatBox", (id) => joins.joinChatBox(id));
    socketIo.on("joinNotification", () => joins.joinNotification());
    socketIo.on("watchCounts", (filter) => {
      if (joins.watchCounts(filter)) {
        socket.sentCounts = "";
        counts.touch();
      }
    });
    socketIo.on(
      "resume",
      (request) =>
        void broadcaster
          .replay(socket, (request as { cursor?: unknown } | null)?.cursor)
          .catch((error: unknown) => house.logger.warn({ err: error }, "a replay failed")),
    );
    socketIo.on("disconnect", () => {
      sockets.delete(socket);
      onSockets(sockets.size);
    });
    socket.say({ name: "ready", event: { cursor: broadcaster.cursor() } });
  };
  for (const namespace of [io.of("/"), io.of("/api")]) {
    namespace.use((socket, next) => {
      const token: unknown = socket.handshake.auth["token"];
      authenticateSocket(desk, typeof token === "string" ? token.replace(/^Bearer +/i, "") : "", addressOf(socket.request)).then(
        (ctx) => {
          if (!perSession.hasRoom(ctx.sessionId)) {
            next(new Error("ERR_TOO_MANY_REQUESTS"));
            return;
          }
          socket.data = { userId: ctx.actor.id, sessionId: ctx.sessionId, resumes: socket.handshake.auth["resumes"] === true };
          next();
        },
        (error: unknown) => next(error instanceof Error ? new Error(error.message) : new Error("ERR_SESSION_EXPIRED")),
      );
    });
    namespace.on("connection", welcome);
  }

  // Read afresh: what is remembered of people and sessions may be nearly five seconds old, and so much again must not pass until the next look.
  const dropRevoked = async (): Promise<void> => {
    await house.directory.refresh().catch(() => undefined);
    for (const socket of [...sockets]) {
      desk.sessions.forget(socket.sessionId);
      if (!(await accessSession(desk, socket.sessionId).catch(() => "unsure" as const))) socket.io.disconnect(true);
    }
  };
  const timer = setInterval(() => void dropRevoked(), RIGHTS_CHECK_MS);
  const stopListening = house.waker.listen(WAKE.rights, () => void dropRevoked());
  await broadcaster.start();
  return {
    close: async () => {
      clearInterval(timer);
      stopListening();
      await Promise.all([broadcaster.stop(), counts.stop()]);
      await io.close();
    },
  };
}
