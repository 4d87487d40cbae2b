import type { Device } from "@balcao/domain/notifications";
import { call } from "../api";
import { PUSH_STORAGE_KEY } from "../session";
import { readStored, writeStored } from "../storage";
import { readRunningRegistration } from "./serviceWorker";

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** The browser's subscription; a key of another installation ends the former one. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: toBytes(publicKey) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const former = await pushManager.getSubscription();
    if (!former) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  }
}

type Permission = Device["permission"];

/** What the browser allows; plain http and some phones have no notifications. */
export const readPermission = (): Permission => ("Notification" in window ? Notification.permission : "unsupported");

/** Whether the person can still be asked, and would be reached by pushes. */
export const mayAsk = (): boolean => readPermission() === "default" && "PushManager" in window;

/** Asks the person through the browser's own question. */
export async function askPermission(): Promise<Permission> {
  return "Notification" in window ? Notification.requestPermission() : "unsupported";
}

/**
 * Registers this browser for pushes to the signed-in person, once for each session. Returns
 * the address of the subscription; null without permission or without a service worker.
 */
export async function registerForPushes(userId: number): Promise<string | null> {
  const registration = readPermission() === "granted" ? await readRunningRegistration() : null;
  if (!registration || !("pushManager" in registration)) return null;
  const { publicKey } = await call("push", "publicKey", {});
  if (publicKey === null) return null;
  const { endpoint, keys } = (await subscribe(registration, publicKey)).toJSON();
  const { p256dh, auth }: Partial<Record<string, string>> = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null;
  if (readStored(PUSH_STORAGE_KEY) === endpoint) return endpoint;
  await call("push", "register", { body: { subscription: { endpoint, keys: { p256dh, auth } }, userId } });
  writeStored(PUSH_STORAGE_KEY, endpoint);
  return endpoint;
}
