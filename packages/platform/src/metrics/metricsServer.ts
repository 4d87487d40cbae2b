import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./metrics.js";
import { mayReadMetrics } from "./metricsAccess.js";

interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
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
