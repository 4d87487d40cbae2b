import type { Request, RequestHandler } from "express";
import { newUuid } from "@balcao/platform/ids";
import { withLogContext, type Logger } from "@balcao/platform/logger";
import type { Metrics } from "@balcao/platform/metrics";
import { traceRequest, type SpanRef, type Tracing } from "@balcao/platform/tracing";

/** What a proxy may call a request: letters, digits and a few signs, so that it cannot forge a log line. */
const REQUEST_ID = /^[\w.:-]{8,80}$/;

interface RequestLogOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | null;
  /** The number of proxies in front; without one, nobody else chooses a request's id. */
  readonly trustProxy: number;
}

/**
 * Gives every request an id (`X-Request-Id`, kept when a proxy sent one), which is in all log lines of its work; measures and logs it,
 * successful reads at level debug. An entry has method, path without its query, status and time, but no header, cookie or body, which may
 * contain secrets.
 */
export function requestLog({ logger, metrics, tracing, trustProxy }: RequestLogOptions): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = (trustProxy > 0 && givenId(request)) || newUuid();
    const { method, path } = request;
    const startedMs = Date.now();
    let spanOf: (() => SpanRef) | null = null;
    response.set("X-Request-Id", requestId);
    response.once("close", () => {
      const ms = Math.round(performance.now() - startedAt);
      const status = response.writableFinished ? response.statusCode : 499;
      const route: unknown = response.locals["route"];
      metrics.httpRequestSeconds.observe(
        { method: METHODS.has(method) ? method : "other", route: typeof route === "string" ? route : "unmatched", status: String(status) },
        ms / 1_000,
      );
      if (tracing && spanOf) traceEnd(tracing, spanOf(), { method, route, status, requestId, startedMs });
      logger[levelOf(method, status)]({ requestId, method, path, status, ms, userId: response.locals["userId"] as unknown }, "request");
    });
    withLogContext({ requestId }, () => {
      if (tracing) spanOf = traceRequest(tracing, next);
      else next();
    });
  };
}

/** Health, readiness and unknown addresses have no route and are not traced either. */
const UNTRACED: ReadonlySet<string> = new Set(["/metrics", "page"]);

interface EndedRequest {
  readonly method: string;
  readonly route: unknown;
  readonly status: number;
  readonly requestId: string;
  readonly startedMs: number;
}

/** Records the span of a call, by its route and never by its address, which may have values. */
function traceEnd(tracing: Tracing, ref: SpanRef, { method, route, status, requestId, startedMs }: EndedRequest): void {
  if (typeof route !== "string" || UNTRACED.has(route)) return;
  tracing.record({
    name: `${method} ${route}`,
    kind: "server",
    ref,
    parent: null,
    startedAt: startedMs,
    endedAt: Date.now(),
    attributes: {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
      "balcao.request.id": requestId,
    },
    hasFailed: status >= 500,
  });
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

function givenId(request: Request): string | undefined {
  const id = request.get("X-Request-Id");
  return id !== undefined && REQUEST_ID.test(id) ? id : undefined;
}

function levelOf(method: string, status: number): "error" | "info" | "debug" {
  if (status >= 500) return "error";
  return status < 400 && (method === "GET" || method === "HEAD") ? "debug" : "info";
}
