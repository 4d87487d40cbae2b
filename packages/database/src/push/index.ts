export {
  deletePushSubscription,
  deletePushSubscriptionsOver,
  endedBrowsers,
  findPushSubscription,
  listLivePushSubscriptions,
  listPushTargets,
  putPushSubscription,
  removeGonePushSubscription,
} from "./subscriptions.js";
export type { PushSubscriber, PushTargetRow } from "./subscriptions.js";
export { insertPushEvent, insertPushEventWhere, takePushEvents } from "./events.js";
export {
  claimPushDeliveries,
  deleteOldPushDeliveries,
  finishPushDelivery,
  getPushDelivery,
  insertPushDeliveries,
  nextPushTestId,
  postponePushDelivery,
} from "./deliveries.js";
export type { PushDeliveryRow } from "./deliveries.js";
