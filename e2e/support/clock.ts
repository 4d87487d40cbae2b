import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Stops the clock of a page, at most a second ahead of its time. A clock cannot be stopped in its past, and on a busy machine the
 * second may be over when the page is asked, so this is tried again.
 */
export async function stopClock(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  }).toPass();
}

/** Lets `ms` pass for a page, again until `shown` is there: what begins to wait may begin a moment later than the test expects. */
export async function passTime(page: Page, ms: number, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ms);
    await expect(shown).toBeVisible({ timeout: 300 });
  }).toPass();
}

/** Ends the bars of the notices that are shown, which closes them. */
export const endNotices = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const bar of document.querySelectorAll('[class*="progress-bar--animated"]')) for (const each of bar.getAnimations()) each.finish();
  });
