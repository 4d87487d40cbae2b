import { lazy } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";

export { PermissionPrompt } from "./PermissionPrompt";

/** What notifications need while somebody is signed in, loaded after the page, because nothing on the screen waits for it. */
export const NotificationHost = lazy(() => import("./NotificationHost").then((door) => ({ default: door.NotificationHost })));
/** The person's choices about notifications, loaded when they are opened. */
export const NotificationsDialog = lazyWithTexts("notifications", () =>
  import("./NotificationsDialog").then((door) => door.NotificationsDialog),
);
