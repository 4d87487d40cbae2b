import type { APIRequestContext, Page } from "@playwright/test";
import { recordCalls } from "./support/answers.js";
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

test("a page that loads asks for each list once, and has what came before its socket was open [D-460]", async ({
  enter,
  api,
  ana,
  customer,
}) => {
  await customer.writes("Vocês abrem amanhã?");
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await expect(inbox.row(customer.name)).toContainText("Vocês abrem amanhã?");
  let open = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route("**/api/auth/socket", async (route) => {
    await held;
    await route.continue();
  });
  const asked = recordCalls(page, ({ pathname }) => /^\/api\/(tickets|whatsapp|settings|queue|users|chats|tag)$/.test(pathname));
  await page.reload();
  await expect(inbox.row(customer.name)).toContainText("Vocês abrem amanhã?");
  await customer.writes("E no domingo?");
  await expect
    .poll(async () =>
      JSON.stringify(await api.get(`/tickets?status=pending&showAll=true&searchParam=${encodeURIComponent(customer.name)}`)),
    )
    .toContain("E no domingo?");
  open();
  await expect(inbox.row(customer.name)).toContainText("E no domingo?");
  const calls = asked.map(({ pathname, search }) => `${pathname}${search}`).sort();
  expect(calls.length).toBeGreaterThan(3);
  expect(calls).toEqual([...new Set(calls)]);
});
