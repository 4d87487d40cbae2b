export { deliverPushes } from "./deliverPushes.js";
export { recordPush } from "./pushKinds.js";
export { pushNow } from "./pushNow.js";
export { spreadPushes } from "./spreadPushes.js";
export { getPublicKey, pushContext, registerPush, unregisterPush } from "./subscriptions.js";
export { getPushTest, startPushTest } from "./testPush.js";
