export { createLifecycle } from "./lifecycle.js";
export type { Lifecycle, LifecycleHost, LifecycleOptions } from "./lifecycle.js";
