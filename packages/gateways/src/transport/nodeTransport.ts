import { request as requestHttp, type IncomingHttpHeaders } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TransportError, type GatewayRequest, type GatewayResponse, type GatewayTransport } from "./transport.js";

/**
 * A transport over Node's own client: a new connection each time, no redirects, no retries. With
 * keep-alive a broken connection could not be distinguished from a refused one, and a message would
 * be sent twice.
 */
export function createNodeTransport(): GatewayTransport {
  return (request) =>
    new Promise<GatewayResponse>((resolve, reject) => {
      const url = new URL(request.url);
      const secure = url.protocol === "https:";
      let connected = false;
      const outgoing = (secure ? requestHttps : requestHttp)(url, { method: request.method, headers: headersOf(request), agent: false });
      const clock = setTimeout(() => outgoing.destroy(new Error(`no answer within ${request.timeoutMs} ms`)), request.timeoutMs);
      outgoing.once("socket", (socket) => socket.once(secure ? "secureConnect" : "connect", () => (connected = true)));
      outgoing.once("close", () => clearTimeout(clock));
      outgoing.on("error", (error) => reject(new TransportError(connected, error.message)));
      outgoing.once("response", (answer) => resolve({ status: answer.statusCode ?? 0, headers: flat(answer.headers), body: answer }));
      pipeline(Readable.from(request.body?.chunks() ?? []), outgoing).catch((error: unknown) => {
        outgoing.destroy(error instanceof Error ? error : new Error("the body could not be read"));
      });
    });
}

function headersOf(request: GatewayRequest): Record<string, string> {
  return request.body === null ? { ...request.headers } : { ...request.headers, "content-length": String(request.body.length) };
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}
