import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";

/** Made for this test alone by openssl, with an end before its beginning. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBIzCByQIUcTgjiK0zIO58BR2KORR//OYcO+MwCgYIKoZIzj0EAwIwFDESMBAG
A1UEAwwJbG9jYWxob3N0MB4XDTI2MTEyNTIxNTE0NloXDTI2MTEyNDIxNTE0Nlow
FDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
QOOsMGC+TkMgHLfqR4F+3EZ7y4fto3zdA26+eunDNh5df51raCoj1X9edy+sZ22A
ryQTAaqUCoPSts5YqHjAojAKBggqhkjOPQQDAgNJADBGAiEAirhYEX0xNAcdfd8z
6qXQYFFu8LpBzGua5gMvsqySR9gCIQDbXRYePqOE1g7t7JSF539G2ZombWTIMzL5
3I7n6N6vkg==
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdQwKjBvoqHfOo+Jo
Q4seH1HVSV9fO+p7QvzU7bSJpvqhRANCAARA46wwYL5OQyAct+pHgX7cRnvLh+2j
fN0Dbr566cM2Hl1/nWtoKiPVf153L6xnbYCvJBMBqpQKg9K2zlioeMCi
-----END PRIVATE KEY-----
`;

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
      new TLSSocket(socket, { isServer: true, key: KEY, cert: CERTIFICATE }).on("error", () => undefined);
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
