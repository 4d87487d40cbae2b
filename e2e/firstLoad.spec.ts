import { LoginPage } from "./support/loginPage.js";
import { expect, test } from "./support/fixtures.js";

/** What docs/PERFORMANCE.md allows the sign-in page to load, in bytes. */
const LOGIN_LIMIT = 250 * 1024;

test("the sign-in page loads at most 250 KB of compressed scripts", async ({ browser, problems, request }) => {
  const context = await browser.newContext();
  await problems.watch(context);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on("request", (each) => each.resourceType() === "script" && scripts.add(each.url()));
  await page.goto("/login");
  // The form is shown when all scripts of the page are loaded.
  await expect(new LoginPage(page).submit).toBeVisible();
  const answers = await Promise.all([...scripts].map((url) => request.head(url, { headers: { "Accept-Encoding": "gzip" } })));
  const sizes = answers.map((answer) => Number(answer.headers()["content-length"]));
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LOGIN_LIMIT);
  await context.close();
});
