import { lazyWithTexts } from "../../i18n/lazyWithTexts";

/** What notifications need while somebody is signed in, loaded after the page, because nothing on the screen waits for it. */
export const NotificationHost = lazyWithTexts("notifications", () => import("./NotificationHost").then((door) => door.NotificationHost));
/** The person's choices about notifications, loaded when they are opened. */
export const NotificationsDialog = lazyWithTexts("notifications", () =>
  import("./NotificationsDialog").then((door) => door.NotificationsDialog),
);
