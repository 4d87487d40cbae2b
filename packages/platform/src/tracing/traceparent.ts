import type { SpanRef } from "./tracing.js";

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
