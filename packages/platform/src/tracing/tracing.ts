import type { Logger } from "../logger/index.js";

/** A span by its ids: 32 and 16 hexadecimal digits. */
export interface SpanRef {
  readonly traceId: string;
  readonly spanId: string;
}

/** What a trace is about: its id follows from it, so that every process finds the trace of a row without storing it. */
export type Subject = `event:${number}` | `message:${number}`;

/** The spans of a subject that other spans name as their parent. */
type Step = "request" | "stored" | "applied" | "queued" | "handed" | `acknowledged:${number}`;

/** A span that has ended. Attributes are ids, kinds and results; never texts, numbers, names or secrets. */
export interface EndedSpan {
  /** One of few names: what happened, or method and route pattern. */
  readonly name: string;
  readonly kind: "server" | "client" | "producer" | "consumer";
  readonly ref: SpanRef;
  readonly parent: SpanRef | null;
  readonly links?: readonly SpanRef[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly hasFailed?: boolean;
}

/** What tracing needs besides its receiver. */
export interface TracingOptions {
  /** The name of the service in traces, as `balcao-api`. */
  readonly service: string;
  readonly version: string;
  /** A secret of the installation, from which the ids of traces are derived. */
  readonly secret: string;
  readonly logger: Logger;
}

/** Records spans for the receiver of OTEL_EXPORTER_OTLP_ENDPOINT (ADR 31). */
export interface Tracing {
  /** The span of a step; the same in all processes of an installation. */
  refOf(subject: Subject, step: Step): SpanRef;
  /** A new span, of a new trace unless `traceId` names one. */
  newRef(traceId?: string): SpanRef;
  /** Queues a span to be sent; never throws, and drops spans while the receiver is away. */
  record(span: EndedSpan): void;
  /** Sends what is queued, for two seconds at most. */
  close(): Promise<void>;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/** The form of W3C Trace Context, in which a live event names the spans that caused it. */
export const toTraceparent = ({ traceId, spanId }: SpanRef): string => `00-${traceId}-${spanId}-01`;

/** The spans that a live event's payload names; none where it was recorded without tracing. */
export function readTraceparents(payload: unknown): SpanRef[] {
  const named: unknown = typeof payload === "object" && payload !== null && "trace" in payload ? payload.trace : [];
  return (Array.isArray(named) ? named : []).flatMap((each: unknown) => {
    const [, traceId, spanId] = TRACEPARENT.exec(String(each)) ?? [];
    return traceId !== undefined && spanId !== undefined ? [{ traceId, spanId }] : [];
  });
}
