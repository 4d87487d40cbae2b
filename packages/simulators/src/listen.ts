import type { IncomingMessage, Server } from "node:http";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The only address of the stand-ins. */
export const LOOPBACK = "127.0.0.1";

/**
 * Why a request is refused, or null: a foreign Host means DNS rebinding, a foreign Origin a forged
 * request.
 */
export function foreignCaller(request: IncomingMessage): string | null {
  const host = nameOf(`http://${request.headers.host ?? ""}`);
  if (host === null || !LOOPBACK_NAMES.has(host)) return "The simulator answers only to a loopback name.";
  const { origin } = request.headers;
  if (origin === undefined) return null;
  if (origin !== `http://${request.headers.host ?? ""}`) return "The simulator answers only to its own page.";
  return null;
}

function nameOf(address: string): string | null {
  try {
    return new URL(address).hostname;
  } catch {
    return null;
  }
}

/**
 * Listens on 127.0.0.1 only (0 selects a free port) and resolves to the port; rejects with a
 * sentence when the port is in use.
 */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(`The simulator cannot listen on ${LOOPBACK}:${port}: ${error.message}`)));
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
