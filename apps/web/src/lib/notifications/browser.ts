import type { ServerEvent } from "@balcao/contracts/live";
import type { Actor } from "@balcao/domain/access";
import type { Settings } from "@balcao/domain/settings";
import i18next from "i18next";
import { ring } from "../sound/ring";
import { announce, toAnnouncement, toChatAnnouncement, toNoticeAnnouncement, type Announcement, type Shown } from "./announcement";
import { readPermission } from "./pushSubscription";
import { readRegistration } from "./serviceWorker";
import { createSight, placeOf } from "./sight";
import { createSpeaker } from "./speaker";

const ICON = "/icons/icon-192.png";

const ownPlace = () => (document.visibilityState === "visible" ? placeOf(location.pathname) : null);

// Browsers offer locks in secure contexts only.
const speaker = createSpeaker("locks" in navigator ? navigator.locks : undefined);
const sight = createSight("BroadcastChannel" in window ? new BroadcastChannel("balcao-sight") : null, ownPlace);

/** Called with the path of a notification that the person clicked. */
let open: (path: string) => void = (path) => location.assign(path);

/** Says how this tab opens the conversation of a notification. */
export function onNotificationClick(opens: (path: string) => void): void {
  open = opens;
}

/** Through the service worker where there is one, so that a push of the same message replaces it. */
async function show({ title, body, tag, path }: Shown): Promise<void> {
  const options = { body, tag, icon: ICON, data: { path } };
  const registration = await readRegistration();
  if (registration) return registration.showNotification(title, options);
  const notification = new Notification(title, options);
  notification.onclick = () => {
    window.focus();
    open(path);
    notification.close();
  };
}

/** Notifies the signed-in person of a message: by a sound and a browser notification (NOTIF-004). */
function notifyOf(announcement: Announcement, actor: Actor, settings: Settings): Promise<void> {
  return announce(
    announcement,
    { actor, settings, now: Date.now() },
    {
      device: () => ({ permission: readPermission(), isSpeaker: speaker.isSpeaker() }),
      sight,
      ring: () => ring(settings.sound),
      // A phone may allow notifications to the service worker alone.
      show: (shown) => void show(shown).catch(() => undefined),
    },
  );
}

/** Notifies the person of a new message of a ticket. */
export async function notifyOfMessage(event: ServerEvent<"appMessage">, actor: Actor, settings: Settings): Promise<void> {
  const announcement = toAnnouncement(event);
  if (announcement) await notifyOf(announcement, actor, settings);
}

/** Notifies the person of a new message of an internal chat. */
export async function notifyOfChatMessage(event: ServerEvent<"appMessageChat">, actor: Actor, settings: Settings): Promise<void> {
  const announcement = toChatAnnouncement(event);
  if (announcement) await notifyOf(announcement, actor, settings);
}

/** Notifies the person of what she is told. */
export async function notifyOfNotice(event: ServerEvent<"notice">, actor: Actor, settings: Settings): Promise<void> {
  const announcement = await toNoticeAnnouncement(event, actor.id, i18next.language);
  if (announcement) await notifyOf(announcement, actor, settings);
}
