import { expect, type Locator } from "@playwright/test";
import { recordCalls } from "./answers.js";

/**
 * Types a text into a search and expects requests from its third character on; the typed text
 * stays.
 */
export async function expectSearchFromThreeOn(field: Locator, path: string, text: string): Promise<void> {
  const page = field.page();
  const searches = recordCalls(page, ({ pathname }) => pathname === path);
  await page.clock.install();
  await field.fill(text.slice(0, 2));
  await expect(field).toHaveAccessibleDescription("Digite ao menos 3 caracteres");
  // Longer than the delay of a search.
  await page.clock.fastForward(2_000);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await field.fill(text.slice(0, 3));
  await page.clock.fastForward(2_000);
  await asked;
  await field.fill(text);
  await page.clock.fastForward(2_000);
  await expect.poll(() => searches.map(({ searchParams }) => searchParams.get("searchParam"))).toEqual([text.slice(0, 3), text]);
  // From here on, time passes normally for the page.
  await page.clock.resume();
}
