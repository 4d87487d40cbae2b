export { createManualClock, systemClock } from "./clock.js";
export type { Clock } from "./clock.js";
