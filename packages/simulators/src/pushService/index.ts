export { startPushService } from "./server.js";
export type { RunningPushService } from "./server.js";
export type { StandInSubscription } from "./board.js";
