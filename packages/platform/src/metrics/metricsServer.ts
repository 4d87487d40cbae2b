import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isProxied } from "../http/index.js";
import type { Metrics } from "./metrics.js";

interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

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

interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Needed from other machines; without it only this machine may read. */
  readonly token: string | undefined;
}

/**
 * Serves `GET /metrics` of a process that has no other port, and `GET /alive` for supervisors, which a process that hangs does not
 * answer. Rejects when the port cannot be used.
 */
export async function openMetricsServer(metrics: Metrics, { host, port, token }: MetricsServerOptions): Promise<MetricsServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.method === "GET" ? request.url?.split("?")[0] : undefined;
    if (path === "/alive") return void response.writeHead(200, { "Content-Type": "text/plain" }).end("ok\n");
    if (path !== "/metrics") return void response.writeHead(404).end();
    if (!mayReadMetrics(request, token)) return void response.writeHead(403).end();
    const { contentType, text } = await metrics.print();
    response.writeHead(200, { "Content-Type": contentType, "Cache-Control": "no-store" }).end(text);
  };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
