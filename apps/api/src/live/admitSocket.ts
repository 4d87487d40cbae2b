import { authenticateSocket, type AuthServices } from "@balcao/application/people/auth";
import type { LiveSocketIo } from "./liveSocket.js";
import type { OpenCount } from "./socketLimits.js";

export type EngineSocket = LiveSocketIo["conn"];

/** The address of each open connection, by the rule of proxies. */
export type Addresses = WeakMap<EngineSocket, string | null>;

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
export function createAdmission(parts: AdmissionParts): (socket: LiveSocketIo) => Promise<void> {
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
