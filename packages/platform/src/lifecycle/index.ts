export { createLifecycle, TOTAL_LIMIT_MS } from "./lifecycle.js";
export type { Lifecycle, LifecycleOptions } from "./lifecycle.js";
