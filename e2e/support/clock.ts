import { expect, type Locator, type Page } from "@playwright/test";

/** Lets the seconds of what can be undone pass at once, when a page has begun to count them. It needs `page.clock.install()` before it is opened. */
export async function letUndoPass(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Desfazer" }).first()).toBeVisible();
  await page.clock.fastForward(5_000);
}

/** Lets time pass for a page in steps, at once, until something is as it is then expected. It needs `page.clock.install()` before it is opened. */
export const passUntil = (
  page: Page,
  stepMs: number,
  isExpected: (patience: { readonly timeout: number }) => Promise<void>,
): Promise<void> =>
  expect(async () => {
    await page.clock.fastForward(stepMs);
    await isExpected({ timeout: 500 });
  }).toPass();

/** Lets the time of the shown notices pass at once; their bars tell when it is over. */
export const letNoticesPass = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const bar of document.querySelectorAll(".Toastify__progress-bar")) for (const running of bar.getAnimations()) running.finish();
  });

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
export const passTime = (page: Page, ms: number, shown: Locator): Promise<void> =>
  passUntil(page, ms, (patience) => expect(shown).toBeVisible(patience));
