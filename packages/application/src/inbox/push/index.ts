export { deliverPushes } from "./deliverPushes.js";
export { recordPush } from "./pushKinds.js";
export { spreadPushes } from "./spreadPushes.js";
export { getPublicKey, registerPush, unregisterPush } from "./subscriptions.js";
export { getPushTest, startPushTest } from "./testPush.js";
