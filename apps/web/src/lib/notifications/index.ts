export { notifyOfChatMessage, notifyOfMention, notifyOfMessage, onNotificationClick } from "./browser";
export { askPermission, readPermission } from "./permission";
export { registerForPushes } from "./pushSubscription";
export { onWorkerMessage, readRegistration, startServiceWorker, switchToNewVersion } from "./serviceWorker";
