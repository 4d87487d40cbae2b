import { once } from "node:events";
import http from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server as NetServer } from "node:net";

/** A loopback server for a test, with its port. */
export type TestServer = Readonly<{ port: number; url: string; close: () => Promise<void> }>;

export async function listen(server: NetServer): Promise<TestServer> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const close = async (): Promise<void> => {
    if (server instanceof http.Server) server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, close };
}

/** A test server's request handler; a returned promise is not awaited. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export function serve(listener: Listener): Promise<TestServer> {
  return listen(http.createServer((request, response) => void listener(request, response)));
}
