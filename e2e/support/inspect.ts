import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, type TestInfo } from "@playwright/test";

/** Fades make colours between two states, which nobody reads; what a pointer holds still does not end. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}

async function inspectOne(page: Page, testInfo: TestInfo, screen: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: testInfo.outputPath(`${screen}.png`) });
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  expect(passes.length, "rules that found something to judge").toBeGreaterThan(5);
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = grave.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
  expect.soft(told, `accessibility of ${screen}`).toEqual([]);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(beyond, `pixels of ${screen} beyond the right edge`).toBeLessThanOrEqual(0);
}

const THEMES = ["light", "dark"] as const;
/** From here on a screen is a desk. */
const DESK_PX = 900;

/**
 * Looks at a screen as it stands: nothing serious for people with assistive technology, nothing off to the side, and a picture of it in the test's
 * output folder. A desk is looked at in light and a phone in dark; `npm run test:long` looks at both in both.
 */
export async function inspect(page: Page, testInfo: TestInfo, screen: string): Promise<void> {
  const usual = (page.viewportSize()?.width ?? 0) >= DESK_PX ? "light" : "dark";
  for (const colorScheme of THEMES.filter((theme) => theme === usual || process.env["BALCAO_LONG"] === "1")) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await inspectOne(page, testInfo, `${screen}-${colorScheme}`);
  }
}
