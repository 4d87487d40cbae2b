export { createPushFetch, isPushAddress } from "./pushAddress.js";
export { createPushSender } from "./pushSender.js";
export type { PushOutcome, PushSender } from "./pushSender.js";
export { createVapidKeys } from "./vapidKeys.js";
export type { VapidKeys } from "./vapidKeys.js";
