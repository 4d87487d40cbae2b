import type { Device } from "@balcao/domain/notifications";

type Permission = Device["permission"];

/** What the browser allows; plain http and some phones have no notifications. */
export const readPermission = (): Permission => ("Notification" in window ? Notification.permission : "unsupported");

/** Whether the person can still be asked, and would be reached by pushes. */
export const mayAsk = (): boolean => readPermission() === "default" && "PushManager" in window;

/** Asks the person through the browser's own question. */
export async function askPermission(): Promise<Permission> {
  return "Notification" in window ? Notification.requestPermission() : "unsupported";
}
