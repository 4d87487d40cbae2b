import type { RequestHandler } from "express";
import { AppError } from "@balcao/contracts/errors";
import { mayReadMetrics, type Metrics } from "@balcao/platform/metrics";

/** `GET /metrics` for Prometheus: with the metrics token as bearer, or from this machine without a proxy. */
export function serveMetrics(metrics: Metrics, token: string): RequestHandler {
  return async (request, response) => {
    response.locals["route"] = "/metrics";
    if (!mayReadMetrics(request, token)) throw new AppError("ERR_NO_PERMISSION");
    const { contentType, text } = await metrics.print();
    response.set("Cache-Control", "no-store").type(contentType).send(text);
  };
}
