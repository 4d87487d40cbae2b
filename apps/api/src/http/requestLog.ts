import type { RequestHandler } from "express";
import { newUuid } from "@balcao/platform/ids";
import type { Logger } from "@balcao/platform/logger";
import type { Metrics } from "@balcao/platform/metrics";

/**
 * Names, measures and logs every request. A line has method, path without its query, status and time; no header, no cookie, no body, so
 * that nothing has to be hidden. Reads that went well are told at level debug.
 */
export function requestLog(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const id = newUuid();
    const { method, path } = request;
    response.set("X-Request-Id", id);
    response.once("close", () => {
      const ms = Math.round(performance.now() - startedAt);
      const status = response.writableFinished ? response.statusCode : 499;
      const route: unknown = response.locals["route"];
      metrics.httpRequestSeconds.observe(
        { method, route: typeof route === "string" ? route : "unmatched", status: String(status) },
        ms / 1_000,
      );
      logger[levelOf(method, status)]({ requestId: id, method, path, status, ms, userId: response.locals["userId"] as unknown }, "request");
    });
    next();
  };
}

function levelOf(method: string, status: number): "error" | "info" | "debug" {
  if (status >= 500) return "error";
  return status < 400 && (method === "GET" || method === "HEAD") ? "debug" : "info";
}
