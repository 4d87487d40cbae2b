export { startPushService } from "./server.js";
export type { PushAnswer, RunningPushService } from "./server.js";
export type { ReceivedPush, StandInSubscription } from "./board.js";
