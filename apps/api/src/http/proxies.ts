import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler } from "express";
import type { Logger } from "@balcao/platform/logger";

/**
 * The address of the client behind `trustProxy` proxies, by the rule that Express uses for requests. The handshake of a socket
 * does not go through Express.
 */
export function clientAddress(headers: IncomingHttpHeaders, peer: string | undefined, trustProxy: number): string | null {
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address !== "")
    .reverse();
  const hops = [peer ?? "", ...forwarded];
  const address = hops[Math.min(trustProxy, hops.length - 1)] ?? "";
  return address === "" ? null : address;
}

/**
 * Warns once when a request comes through a proxy while TRUST_PROXY is 0: all clients then have the proxy's address and
 * share the limits per address.
 */
export function warnOfUnnamedProxy(logger: Logger, trustProxy: number): RequestHandler {
  let isWarned = trustProxy > 0;
  return (request, _response, next) => {
    if (!isWarned && (request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined)) {
      isWarned = true;
      logger.warn(
        { peer: request.socket.remoteAddress },
        "a request came through a proxy but TRUST_PROXY is 0: all people count as one address; set TRUST_PROXY to the number of proxies",
      );
    }
    next();
  };
}
