import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isProxied } from "../http/index.js";

const LOOPBACK_PEER = /^(?:127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request may read the metrics: with the token as bearer, or from this machine without a
 * proxy. Without a token only this machine may.
 */
export function mayReadMetrics({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">, token: string | undefined): boolean {
  // A proxy on this machine is a loopback peer too; it forwards the public name as Host, or adds a
  // header of its own.
  const isLocal = LOOPBACK_PEER.test(socket.remoteAddress ?? "") && LOOPBACK_HOST.test(headers.host ?? "") && !isProxied(headers);
  return isLocal || (token !== undefined && isToken(headers.authorization, token));
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
