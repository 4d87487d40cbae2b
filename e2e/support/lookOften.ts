import type { BrowserContext, Page } from "@playwright/test";

/** The part of Playwright's frame that repeats an action or an expectation until it succeeds. */
interface Frame {
  retryWithProgressAndTimeouts(progress: unknown, pauses: readonly number[], action: unknown): Promise<unknown>;
  retryWithProgressAndBackoff?(progress: unknown, action: unknown): Promise<unknown>;
}

interface Inner {
  readonly _connection: { readonly toImpl: (page: Page) => { mainFrame(): Frame } };
}

/** The pauses in ms between looks; the last one repeats. Playwright's own go on to 500 ms, of which a test waits half in vain each time. */
const PAUSES = [20, 50, 100];

let isDone = false;

/**
 * Makes Playwright look again every 100 ms for what is not there yet. Its own pauses cannot be set for expectations about elements, so
 * the method of its frames is replaced; Playwright is pinned, and what is no longer there fails here.
 */
export function lookOften(context: BrowserContext): void {
  context.once("page", (page) => {
    if (isDone) return;
    const frame = Object.getPrototypeOf((page as unknown as Inner)._connection.toImpl(page).mainFrame()) as Frame;
    if (!frame.retryWithProgressAndBackoff) throw new Error("Playwright's frame has no such method");
    frame.retryWithProgressAndBackoff = function (this: Frame, progress, action) {
      return this.retryWithProgressAndTimeouts(progress, PAUSES, action);
    };
    isDone = true;
  });
}
