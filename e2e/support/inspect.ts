import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, type TestInfo } from "@playwright/test";
import type axe from "axe-core";
import { letNoticesPass } from "./clock.js";
import { expectTargetsToHoldStill } from "./targets.js";

/**
 * Waits for animations to end, because colours in the middle of a fade fail the contrast rules; notices go at once.
 * Endless ones are ignored, and so are those that pause, as the bar of a toast under the pointer does. A list hides a row
 * until it has measured it, also the only message that a keyboard reaches.
 */
async function settle(page: Page): Promise<void> {
  await letNoticesPass(page);
  await page.waitForFunction(() => {
    const isReached = (message: Element): boolean =>
      message.matches('[tabindex="0"]') && getComputedStyle(message).visibility === "visible";
    const messages = [...document.querySelectorAll(".messages .message")];
    const moving = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    return moving.length === 0 && (messages.length === 0 || messages.some(isReached));
  });
}

const LONG = process.env["BALCAO_LONG"] === "1";
/** Screenshots of all screens are for looking at them; a test that fails keeps its own. */
const SCREENSHOTS = LONG || process.env["E2E_SCREENSHOTS"] === "1";
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type AxeWindow = Window & { axe?: typeof axe };

/** Gives every frame that has no axe its half megabyte, which takes longer than to judge. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => "axe" in window)) continue;
    await frame.evaluate(`${SOURCE}; void axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`);
  }
}

/**
 * Expects no serious violation in the whole page, or in the elements of a selector. Only what is wrong leaves the page: describing the
 * elements of rules that hold takes longer than judging them.
 */
async function judge(page: Page, screen: string, inside?: string): Promise<void> {
  await bringAxe(page);
  const { violations, passes } = await page.evaluate(async (selector) => {
    const { axe: judges } = window as AxeWindow;
    if (!judges) throw new Error("the page has no axe");
    const found = await judges.run(selector === undefined ? document : { include: [[selector]] }, { resultTypes: ["violations"] });
    return { violations: found.violations, passes: found.passes.length };
  }, inside);
  expect(passes, "rules that found something to judge").toBeGreaterThan(5);
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const problems = grave.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
  expect.soft(problems, `accessibility of ${screen}`).toEqual([]);
}

/** The dialogs that lie over the page. */
export const OPEN_DIALOG = '[role="dialog"]:not([aria-modal="false"]), [role="alertdialog"]';

/** Judges the open dialog alone, which takes a fraction of the time of the whole screen. */
export async function judgeDialog(page: Page, name: string): Promise<void> {
  await settle(page);
  await judge(page, `the dialog ${name}`, OPEN_DIALOG);
}

/** Judges the open dialog, and checks what can be pressed in it. */
export async function inspectDialog(page: Page, name: string): Promise<void> {
  await judgeDialog(page, name);
  await expectTargetsToHoldStill(page, `the dialog ${name}`, OPEN_DIALOG);
}

async function inspectOne(page: Page, testInfo: TestInfo, screen: string): Promise<void> {
  await settle(page);
  if (SCREENSHOTS) await page.screenshot({ path: testInfo.outputPath(`${screen}.png`) });
  await judge(page, screen);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(beyond, `pixels of ${screen} beyond the right edge`).toBeLessThanOrEqual(0);
}

const THEMES = ["light", "dark"] as const;
/** The smallest width of a desktop screen, in pixels. */
const DESKTOP_PX = 900;

/**
 * Checks a screen: no serious accessibility violation, nothing beyond the right edge; and saves a
 * screenshot in the test's output folder when asked with E2E_SCREENSHOTS=1. A desktop is checked in light and a phone in dark; `npm run
 * test:long` checks both in both.
 */
export async function inspect(page: Page, testInfo: TestInfo, screen: string): Promise<void> {
  const usual = (page.viewportSize()?.width ?? 0) >= DESKTOP_PX ? "light" : "dark";
  for (const colorScheme of THEMES.filter((theme) => theme === usual || LONG)) {
    // What appears or goes while the screen is judged, as a tooltip does, has no colours in between.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await inspectOne(page, testInfo, `${screen}-${colorScheme}`);
  }
  await page.emulateMedia({ reducedMotion: null });
}
