export {
  deletePushSubscription,
  deletePushSubscriptionsOver,
  endedBrowsers,
  findPushSubscription,
  listLivePushSubscriptions,
  putPushSubscription,
  removeGonePushSubscription,
} from "./subscriptions.js";
export type { NewPushSubscription, PushSubscriber } from "./subscriptions.js";
export { insertPushEvent, insertPushEventWhere, takePushEvents } from "./events.js";
export type { PushEventRow } from "./events.js";
export {
  claimPushDeliveries,
  deleteOldPushDeliveries,
  finishPushDelivery,
  getPushDelivery,
  insertPushDeliveries,
  nextPushTestId,
  postponePushDelivery,
} from "./deliveries.js";
export type { PushDeliveryRow, PushDeliveryState } from "./deliveries.js";
