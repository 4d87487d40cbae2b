export { createMetrics } from "./metrics.js";
export type { Metrics } from "./metrics.js";
