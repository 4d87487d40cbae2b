export { openTracing } from "./openTracing.js";
export { causes, noteQueued, originOf, requestSubject, traceRequest, traceTry, withCauses } from "./scope.js";
export type { QueuedMessage } from "./scope.js";
export { readTraceparents, toTraceparent } from "./traceparent.js";
export type { SpanRef, Tracing } from "./tracing.js";
