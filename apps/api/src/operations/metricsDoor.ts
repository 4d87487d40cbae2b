import { timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";
import { AppError } from "@balcao/contracts/errors";
import type { Metrics } from "@balcao/platform/metrics";

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** `GET /metrics` for Prometheus: with the metrics token as bearer, or from this machine itself and through no proxy. */
export function metricsDoor(metrics: Metrics, token: string): RequestHandler {
  return async (request, response) => {
    const isLocal =
      LOOPBACK.test(request.socket.remoteAddress ?? "") &&
      request.headers["x-forwarded-for"] === undefined &&
      request.headers.forwarded === undefined;
    if (!isLocal && !isToken(request.get("Authorization"), token)) throw new AppError("ERR_NO_PERMISSION");
    const { contentType, text } = await metrics.print();
    response.set("Cache-Control", "no-store").type(contentType).send(text);
  };
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
