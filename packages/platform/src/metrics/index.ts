export { createMetrics } from "./metrics.js";
export type { Metrics } from "./metrics.js";
export { mayReadMetrics } from "./metricsAccess.js";
export { openMetricsServer } from "./metricsServer.js";
