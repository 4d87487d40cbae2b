export { createMetrics, type Metrics } from "./metrics.js";
export { mayReadMetrics, openMetricsServer } from "./metricsServer.js";
