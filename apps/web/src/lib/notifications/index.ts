export { notifyOfChatMessage, notifyOfMessage, notifyOfNotice, onNotificationClick } from "./browser";
export { askPermission, mayAsk, readPermission, registerForPushes } from "./pushSubscription";
export { onWorkerMessage, readRegistration, startServiceWorker, switchToNewVersion } from "./serviceWorker";
