import type { BrowserContext, Page } from "@playwright/test";

/** How late a busy browser draws and measures, in ms: several frames. */
const DELAY_MS = 80;

/**
 * Makes pages behave as on a busy machine: React draws some frames after a state has changed,
 * and elements are measured some frames after they were drawn.
 */
export async function busyBrowser(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript((delay) => {
    // The timer of now: a test may replace it later by a clock of its own.
    const { setTimeout: wait } = window;
    const later = (run: () => void) => void wait(run, delay);
    // React's scheduler starts its work by a message to a channel of its own.
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      later(() => Reflect.apply(post, this, args));
    };
    const Observer = window.ResizeObserver;
    window.ResizeObserver = class extends Observer {
      constructor(measured: ResizeObserverCallback) {
        super((entries, observer) => later(() => measured(entries, observer)));
      }
    };
  }, DELAY_MS);
}
