export { createLifecycle, TOTAL_LIMIT_MS } from "./lifecycle.js";
export type { Lifecycle, LifecycleHost, LifecycleOptions } from "./lifecycle.js";
