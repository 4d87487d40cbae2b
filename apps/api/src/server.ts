import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server whose answers can be exchanged: it answers 503 until the app is there. */
export interface FrontDoor {
  readonly server: Server;
  readonly port: number;
  /** Answers with the app from now on, and listens if it did not yet. Throws PortNotUsable. */
  open(app: RequestListener): Promise<void>;
  /** Takes no new connection, lets running requests end for some seconds, then cuts what is left. */
  close(): Promise<void>;
}

export interface FrontDoorOptions {
  readonly host: string;
  readonly port: number;
  readonly version: string;
  /** Then it listens only once the app is there, so that the proxy chooses another api meanwhile. */
  readonly isBehindProxy?: boolean;
}

type Phase = "starting" | "ready" | "stopping";

const GRACE_MS = 8_000;

/** The port cannot be used; the message says what a person can do. */
export class PortNotUsable extends Error {
  override readonly name = "PortNotUsable";
  readonly exitCode = 78;
}

/**
 * Without a proxy it listens at once, so that whoever waits gets an answer instead of silence. `GET /api/ready` answers 200
 * from `open` to `close` and 503 otherwise. Throws PortNotUsable.
 */
export async function openFrontDoor({ host, port, version, isBehindProxy = false }: FrontDoorOptions): Promise<FrontDoor> {
  let answer: RequestListener = answerStarting(version);
  let phase: Phase = "starting";
  const server = createServer({ requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, (request, response) => {
    // A proxy that keeps connections would send its next request into one that is about to close.
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

/** Whether requests belong here now: for proxies and orchestrators, unlike health, which tells what works. */
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

/** What every request gets before the app is there (ARCHITECTURE, Errors). */
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
