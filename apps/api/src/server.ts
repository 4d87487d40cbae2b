import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A listening server whose answers can be exchanged: it answers 503 until the app is there. */
export interface FrontDoor {
  readonly server: Server;
  readonly port: number;
  open(app: RequestListener): void;
  /** Takes no new connection, lets running requests end for some seconds, then cuts what is left. */
  close(): Promise<void>;
}

const GRACE_MS = 8_000;

/** The port cannot be used; the message says what a person can do. */
export class PortNotUsable extends Error {
  override readonly name = "PortNotUsable";
  readonly exitCode = 78;
}

/** Listens at once, so that whoever waits gets an answer instead of silence. Throws PortNotUsable. */
export async function openFrontDoor(host: string, port: number, version: string): Promise<FrontDoor> {
  let answer: RequestListener = answerStarting(version);
  const server = createServer({ requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, (request, response) =>
    answer(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new PortNotUsable(sentenceFor(error.code, host, port), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    open: (app) => {
      answer = app;
    },
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
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
