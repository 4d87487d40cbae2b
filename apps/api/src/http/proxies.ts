import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler } from "express";
import type { Logger } from "@balcao/platform/logger";

/** Headers by which reverse proxies and content networks say that they pass a request on. */
const PROXY_HEADER =
  /^(?:x-forwarded(?:-.+)?|forwarded|via|x-(?:real|client|cluster-client|original-forwarded|envoy-external-address).*|cf-.+|true-client-ip|fastly-client-ip|x-appengine-.+|x-arr-.+|x-azure-.+)$/;

/** Whether any header says that a proxy passed the request on. */
export function isProxied(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}

/**
 * The address of the client behind so many trusted proxies, as Express finds it for requests. A handshake of a socket
 * does not pass through Express.
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
 * Warns once when a request comes through a proxy while TRUST_PROXY is 0: everybody then has the proxy's address, and
 * the limits per address hold for all of them together (S-06).
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
