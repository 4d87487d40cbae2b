export { startAlerts } from "./startAlerts.js";
export { testAlerts } from "./testAlerts.js";
export type { AlertWays } from "./ways.js";
