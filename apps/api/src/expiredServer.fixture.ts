import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";
import { EXPIRED } from "@balcao/testing/expiredCertificate";

export interface ExpiredServer {
  readonly port: number;
  close(): Promise<unknown>;
}

/** A server that begins PostgreSQL's TLS with a certificate that has expired, and goes no further. */
export async function openExpiredServer(): Promise<ExpiredServer> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, ...EXPIRED }).on("error", () => undefined);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () => {
      const closed = once(server, "close");
      server.close();
      return closed;
    },
  };
}
