import type { BrowserContext, Page } from "@playwright/test";

/** A notification as the page or the service worker showed it. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

export interface ShowingWindow extends Window {
  shown?: Shown[];
  clickLast?: () => void;
}

/**
 * A headless browser refuses notifications, so their permission and their window are played; all else is the real one. `default` is
 * the browser of somebody who was not asked yet.
 */
export async function playNotifications(context: BrowserContext, permission: NotificationPermission): Promise<void> {
  await context.addInitScript((given) => {
    const shown: Shown[] = [];
    let current: NotificationPermission = given;
    class ShownNotification {
      onclick: (() => void) | null = null;
      constructor(title: string, options: { body: string; tag: string; data: { path: string } }) {
        shown.push({ title, body: options.body, tag: options.tag, path: options.data.path });
        (window as ShowingWindow).clickLast = () => this.onclick?.();
      }
      close(): void {
        this.onclick = null;
      }
      static get permission(): NotificationPermission {
        return current;
      }
      static requestPermission(): Promise<NotificationPermission> {
        current = "granted";
        return Promise.resolve(current);
      }
    }
    Object.assign(window, { Notification: ShownNotification, shown });
  }, permission);
}

/** Lets a browser show notifications from its next page on. */
export const allowNotifications = (page: Page): Promise<void> => playNotifications(page.context(), "granted");

/** What a page has shown. */
export const shownIn = (page: Page): Promise<readonly Shown[]> => page.evaluate(() => (window as ShowingWindow).shown ?? []);
