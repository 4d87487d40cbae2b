import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { RepairableError } from "@balcao/platform/errors";

/** An HTTP server that answers 503 until the app is ready. */
export interface ApiServer {
  readonly server: Server;
  readonly port: number;
  /** Passes requests to `app` from now on, and listens if it did not yet. Throws PortNotUsable. */
  open(app: RequestListener): Promise<void>;
  /**
   * Answers `GET /api/ready` with 503 from now on and closes connections after their answers, while requests are still
   * served. Behind a proxy it resolves when the proxy has had time to choose another api.
   */
  drain(): Promise<void>;
  /** Accepts no new connection, waits some seconds for running requests, then closes the rest. */
  close(): Promise<void>;
}

export interface ApiServerOptions {
  readonly host: string;
  readonly port: number;
  readonly version: string;
  /** When true it listens only after the app is ready, so that the proxy chooses another api meanwhile. */
  readonly isBehindProxy?: boolean;
  /** How long it serves requests behind a proxy after it has said that it ends, in milliseconds. */
  readonly drainMs?: number;
}

type Phase = "starting" | "ready" | "stopping";

const GRACE_MS = 8_000;
/** Proxies that ask for readiness do so every second or two. */
const DRAIN_MS = 3_000;

/** The port cannot be used; the message says what the operator can do. */
class PortNotUsable extends RepairableError {
  override readonly name = "PortNotUsable";
}

/**
 * Opens the HTTP server, which without a proxy listens at once, so that early requests get a 503. `GET /api/ready` answers 200 from `open`
 * to `drain` or `close` and 503 otherwise. Throws PortNotUsable.
 */
export async function openApiServer({
  host,
  port,
  version,
  isBehindProxy = false,
  drainMs = DRAIN_MS,
}: ApiServerOptions): Promise<ApiServer> {
  let answer: RequestListener = answerStarting(version);
  let phase: Phase = "starting";
  const server = createServer({ requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, (request, response) => {
    // Otherwise a proxy could send its next request over a connection that is about to close.
    if (phase === "stopping") response.setHeader("Connection", "close");
    if (request.url?.split("?")[0] === "/api/ready") return answerReady(response, phase);
    answer(request, response);
  });
  const listen = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        reject(new PortNotUsable(sentenceFor(error.code, host, port), { cause: error })),
      );
      server.listen(port, host, resolve);
    });
  if (!isBehindProxy) await listen();
  return {
    server,
    get port() {
      return (server.address() as AddressInfo | null)?.port ?? port;
    },
    open: async (app) => {
      answer = app;
      phase = "ready";
      if (isBehindProxy) await listen();
    },
    drain: async () => {
      phase = "stopping";
      if (isBehindProxy) await sleep(drainMs);
    },
    close: () =>
      new Promise((resolve) => {
        phase = "stopping";
        const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** Answers whether this process takes requests, for proxies and orchestrators; health answers which parts work. */
function answerReady(response: ServerResponse, phase: Phase): void {
  response
    .writeHead(phase === "ready" ? 200 : 503, { "Content-Type": "application/json", "Cache-Control": "no-store" })
    .end(JSON.stringify({ ready: phase === "ready", phase }));
}

function sentenceFor(code: string | undefined, host: string, port: number): string {
  if (code === "EADDRINUSE") return `Port ${port} of ${host} is taken by another program: set PORT to a free one.`;
  if (code === "EACCES") return `This account may not listen on port ${port}: set PORT to 1024 or above.`;
  if (code === "EADDRNOTAVAIL") return `HOST ${host} is no address of this machine.`;
  return `HOST ${host} and PORT ${port} cannot be used (${code ?? "unknown error"}).`;
}

/** Answers every request before the app is ready. */
function answerStarting(version: string): RequestListener {
  return (request, response) => {
    const isHealth = request.url?.split("?")[0] === "/api/health";
    const body = isHealth
      ? { status: "starting", database: "migrating", redis: "down", version }
      : { error: "ERR_UNAVAILABLE", message: "ERR_UNAVAILABLE", code: "ERR_UNAVAILABLE" };
    response
      .writeHead(503, { "Content-Type": "application/json", "Cache-Control": "no-store", "Retry-After": "2" })
      .end(JSON.stringify(body));
  };
}
