export { openTracing } from "./openTracing.js";
export { causes, noteQueued, originOf, requestSubject, traceRequest, traceTry, withCauses, type QueuedMessage } from "./scope.js";
export { readTraceparents, toTraceparent, type SpanRef, type Tracing } from "./tracing.js";
