import type { Env } from "../env/index.js";
import type { Tracing, TracingOptions } from "./tracing.js";

/** Opens tracing; null without a receiver: then no module of OpenTelemetry is loaded. */
export async function openTracing(receiver: Env["tracing"], options: TracingOptions): Promise<Tracing | null> {
  if (receiver === undefined) return null;
  const { createOtlpTracing } = await import("./otlpTracing.js");
  return createOtlpTracing(receiver, options);
}
