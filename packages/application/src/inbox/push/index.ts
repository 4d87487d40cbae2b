export { deliverPushes, pushNow } from "./deliverPushes.js";
export { recordPush } from "./pushKinds.js";
export { spreadPushes } from "./spreadPushes.js";
export { getPublicKey, pushContext, registerPush, unregisterPush, getPushTest, startPushTest } from "./subscriptions.js";
