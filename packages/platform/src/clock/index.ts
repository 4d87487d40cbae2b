export { createManualClock, systemClock } from "./clock.js";
export type { Clock, ManualClock } from "./clock.js";
