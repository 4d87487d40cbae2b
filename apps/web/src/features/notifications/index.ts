export { NotificationHost } from "./NotificationHost";
export { NotificationsDialog } from "./NotificationsDialog";
