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

test("the inbox loads at most 300 KB of compressed scripts, the ciphers with the account menu alone, and asks for each list once", async ({
  enter,
  ana,
  customer,
  request,
}) => {
  await customer.writes("Bom dia");
  const page = await enter(ana);
  const scriptBytes = countScripts(page, request);
  const asked: string[] = [];
  page.on("request", (each) => {
    const { pathname, search } = new URL(each.url());
    if (each.method() === "GET" && pathname.startsWith("/api/")) asked.push(`${pathname}${search}`);
  });
  await new InboxPage(page).open();
  await page.waitForLoadState("networkidle");
  // What happens meanwhile comes by the socket.
  expect(asked.filter((address, at) => asked.indexOf(address) !== at)).toEqual([]);
  expect(asked).toContainEqual(expect.stringContaining("status=pending"));
  const bytes = await scriptBytes();
  expect(bytes).toBeLessThanOrEqual(LIMITS.tickets);
  await page.getByRole("button", { name: `Conta de ${ana.name}` }).click();
  await expect(page.getByRole("menu")).toContainText(ana.email);
  expect(await scriptBytes()).toBeGreaterThan(bytes);
});

test("a part around the page that cannot be loaded says so, and is loaded with the next try", async ({ enter, ana, problems }) => {
  problems.accept(/Failed to fetch dynamically imported module|net::ERR_FAILED/);
  const page = await enter(ana);
  const shell = /\/assets\/signedIn-[^/]*\.js$/i;
  await page.route(shell, (route) => route.abort());
  await page.goto("/tickets");
  await expect(page.getByRole("heading", { name: "Algo deu errado nesta página" })).toBeVisible();
  await page.unroute(shell);
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(new InboxPage(page).tab("Conversas")).toBeVisible();
});
