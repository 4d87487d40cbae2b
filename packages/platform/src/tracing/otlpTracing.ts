import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type SpanContext } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type IdGenerator, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { Env } from "../env/index.js";
import type { Logger } from "../logger/index.js";
import type { EndedSpan, SpanRef, Tracing, TracingOptions } from "./tracing.js";

/** Spans that wait for the receiver; more are dropped. */
const MOST_WAITING = 4_096;
const SEND_EVERY_MS = 2_000;
/** How long one batch may take. */
const SEND_LIMIT_MS = 5_000;
const CLOSE_LIMIT_MS = 2_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER } as const;

/** Gives the next span the ids that were chosen for it. */
class ChosenIds implements IdGenerator {
  next: SpanRef = { traceId: "", spanId: "" };
  readonly generateTraceId = (): string => this.next.traceId;
  readonly generateSpanId = (): string => this.next.spanId;
}

/** Sends spans by OTLP over HTTP (JSON), in batches; a receiver that is away leaves one line in the log. */
export function createOtlpTracing(receiver: NonNullable<Env["tracing"]>, { service, version, secret, logger }: TracingOptions): Tracing {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "balcao traces", 32));
  const ids = new ChosenIds();
  const exporter = new OTLPTraceExporter({ url: receiver.url, headers: { ...receiver.headers }, timeoutMillis: SEND_LIMIT_MS });
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ "service.name": service, "service.version": version, "service.instance.id": `${process.pid}` }),
    spanProcessors: [
      new BatchSpanProcessor(watched(exporter, logger), {
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_LIMIT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("balcao", version);
  const digest = (text: string, bytes: number): string =>
    createHmac("sha256", key)
      .update(text)
      .digest("hex")
      .slice(0, 2 * bytes);
  return {
    refOf: (subject, step) => ({ traceId: digest(subject, 16), spanId: digest(`${subject} ${step}`, 8) }),
    newRef: (traceId) => ({ traceId: traceId ?? randomBytes(16).toString("hex"), spanId: randomBytes(8).toString("hex") }),
    record: (span) => {
      if (!isChosen(span.ref, receiver.share)) return;
      ids.next = span.ref;
      const parent = span.parent ? trace.setSpanContext(ROOT_CONTEXT, toContext(span.parent)) : ROOT_CONTEXT;
      const { name, attributes, startedAt: startTime, links = [] } = span;
      const options = { kind: KINDS[span.kind], attributes, startTime, links: links.map((ref) => ({ context: toContext(ref) })) };
      const recorded = tracer.startSpan(name, options, parent);
      if (span.hasFailed === true) recorded.setStatus({ code: SpanStatusCode.ERROR });
      recorded.end(endOf(span));
    },
    close: () => Promise.race([provider.shutdown().catch(() => undefined), limit(CLOSE_LIMIT_MS)]),
  };
}

const toContext = ({ traceId, spanId }: SpanRef): SpanContext => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });

/** Clocks of two machines differ; no span ends before it starts. */
const endOf = ({ startedAt, endedAt }: EndedSpan): number => Math.max(startedAt, endedAt);

/** Every process chooses the same traces, because the id of a trace decides. */
const isChosen = ({ traceId }: SpanRef, share: number): boolean => share >= 1 || Number.parseInt(traceId.slice(0, 8), 16) / 2 ** 32 < share;

/** Logs the first of several failures, and the end of them. */
function watched(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isAway = false;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        const fails = result.error !== undefined;
        if (fails && !isAway)
          logger.warn("traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT; those that do not fit the queue are dropped");
        if (!fails && isAway) logger.info("traces are sent again");
        isAway = fails;
        onResult(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

function limit(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
