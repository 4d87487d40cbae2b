import type { APIRequestContext, Page } from "@playwright/test";
import { InboxPage } from "./support/inboxPage.js";
import { LoginPage } from "./support/loginPage.js";
import { expect, test } from "./support/fixtures.js";

/** What docs/PERFORMANCE.md allows a first visit to load, in bytes. */
const LIMITS = { login: 250 * 1024, tickets: 300 * 1024 } as const;

/** Counts the compressed bytes of all scripts that the page asks for from now on. */
function countScripts(page: Page, request: APIRequestContext): () => Promise<number> {
  const scripts = new Set<string>();
  page.on("request", (each) => each.resourceType() === "script" && scripts.add(each.url()));
  return async () => {
    const answers = await Promise.all([...scripts].map((url) => request.head(url, { headers: { "Accept-Encoding": "gzip" } })));
    const sizes = answers.map((answer) => Number(answer.headers()["content-length"]));
    expect(sizes.length).toBeGreaterThan(5);
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

test("the sign-in page loads at most 250 KB of compressed scripts", async ({ browser, problems, request }) => {
  const context = await browser.newContext();
  await problems.watch(context);
  const page = await context.newPage();
  const scriptBytes = countScripts(page, request);
  await page.goto("/login");
  // The form is shown when all scripts of the page are loaded.
  await expect(new LoginPage(page).submit).toBeVisible();
  expect(await scriptBytes()).toBeLessThanOrEqual(LIMITS.login);
  await context.close();
});

test("the inbox loads at most 300 KB of compressed scripts, and the ciphers with the account menu alone", async ({
  enter,
  ana,
  request,
}) => {
  const page = await enter(ana);
  const scriptBytes = countScripts(page, request);
  await new InboxPage(page).open();
  await page.waitForLoadState("networkidle");
  const bytes = await scriptBytes();
  expect(bytes).toBeLessThanOrEqual(LIMITS.tickets);
  await page.getByRole("button", { name: `Conta de ${ana.name}` }).click();
  await expect(page.getByRole("menu")).toContainText(ana.email);
  expect(await scriptBytes()).toBeGreaterThan(bytes);
});

test("a page load asks for each list once: what happens meanwhile comes by the socket", async ({ enter, ana, customer }) => {
  await customer.writes("Bom dia");
  const page = await enter(ana);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) asked.push(`${pathname}${search}`);
  });
  await new InboxPage(page).open("Aguardando");
  await page.waitForLoadState("networkidle");
  expect(asked.filter((address, at) => asked.indexOf(address) !== at)).toEqual([]);
  expect(asked).toContainEqual(expect.stringContaining("status=pending"));
});
