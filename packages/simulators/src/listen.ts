import type { Server } from "node:http";
import { LOOPBACK } from "./loopback.js";

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
