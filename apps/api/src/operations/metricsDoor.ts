import { timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { House } from "@balcao/application/kernel";
import { AppError } from "@balcao/contracts/errors";
import type { Metrics } from "@balcao/platform/metrics";
import { isProxied } from "../http/proxies.js";

const LOOPBACK_PEER = /^(?:127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** `GET /metrics` for Prometheus: with the metrics token as bearer, or from this machine itself and through no proxy. */
export function metricsDoor({ directory }: Pick<House, "directory">, metrics: Metrics, token: string): RequestHandler {
  return async (request, response) => {
    if (!isLocal(request) && !isToken(request.get("Authorization"), token)) throw new AppError("ERR_NO_PERMISSION");
    const connections = [...directory.current().connections.values()];
    metrics.numbersDown.set(connections.filter(({ wanted, status }) => wanted && status !== "CONNECTED").length);
    metrics.parkedEvents.set(connections.reduce((sum, { parkedEvents }) => sum + parkedEvents, 0));
    const { contentType, text } = await metrics.print();
    response.set("Cache-Control", "no-store").type(contentType).send(text);
  };
}

// A proxy on this machine is a loopback peer too; it passes the public name on as Host, or adds a header of its own.
function isLocal({ socket, headers }: Request): boolean {
  return LOOPBACK_PEER.test(socket.remoteAddress ?? "") && LOOPBACK_HOST.test(headers.host ?? "") && !isProxied(headers);
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
