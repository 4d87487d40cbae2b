import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { changeSetting } from "./support/settings.js";

const HOST = "https://crm.example";
/** A panel that asks for the context, since its script may start late, and shows what it got. */
const PANEL = `<!doctype html><title>CRM</title><p></p><button onclick="parent.postMessage({ type: 'balcao:token' }, '*')">Token</button><script>
  addEventListener("message", ({ data }) => (document.querySelector("p").textContent = JSON.stringify(data)));
  parent.postMessage({ type: "balcao:hello" }, "*");
</script>`;

/** Serves the panel to this browser; nothing leaves the machine. */
const servePanel = (page: Page) => page.context().route(`${HOST}/**`, (route) => route.fulfill({ contentType: "text/html", body: PANEL }));
const openMenu = (page: Page) => page.getByRole("button", { name: "Mais ações" }).click();
const entry = (page: Page) => page.getByRole("menuitem", { name: "Painel externo" });

test("the company's panel opens beside the conversation with its ids, where there is one [CONV-005, SET-025, D-083, S-60]", async ({
  api,
  ana,
  connection,
  customer,
  enter,
  problems,
}, testInfo) => {
  // The first panel is refused, because its page is older than the setting.
  problems.accept(/crm\.example/);
  await customer.writes("Oi");
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  await servePanel(page);
  const inbox = await new InboxPage(page).open("Aguardando");
  await inbox.accept(customer.name);
  const ticketId = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  await openMenu(page);
  await expect(page.getByRole("menuitem", { name: "Transferir" })).toBeVisible();
  await expect(entry(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await changeSetting(api, "uriIframe", `${HOST}/{{ticketId}}?n={{number}}`);
  try {
    await test.step("a page that is older than the setting says that it must be loaded again", async () => {
      await openMenu(page);
      await entry(page).click();
      await expect(page.getByRole("alert")).toHaveText(/Recarregue a página/);
    });

    await page.reload();
    await openMenu(page);
    await entry(page).click();
    const panel = page.getByRole("complementary", { name: "Painel externo" });
    await expect(panel.getByRole("heading", { name: "Painel externo" })).toBeFocused();
    const frame = panel.locator("iframe");
    await expect(frame).toHaveAttribute("src", `${HOST}/${ticketId}?n=${customer.phone}`);
    await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms allow-popups allow-same-origin");
    const told = async () => JSON.parse((await panel.frameLocator("iframe").locator("p").textContent()) || "{}") as object;
    const context = { type: "balcao:conversation", version: 1, ticketId, queueId: connection.queue.id, userId: ana.id, language: "pt" };
    await expect.poll(told).toMatchObject({ ...context, status: "open" });
    expect(JSON.stringify(await told())).not.toContain(customer.phone);
    await inspect(page, testInfo, "integration-desktop");

    await test.step("it asks for a token, which the person refuses or allows [D-630]", async () => {
      const request = panel.getByRole("region", { name: "Pedido do painel" });
      const ask = () => panel.frameLocator("iframe").getByRole("button", { name: "Token" }).click();
      await ask();
      await expect(request).toContainText("crm.example pede para ler e responder");
      await request.getByRole("button", { name: "Agora não" }).click();
      await expect(request).toHaveCount(0);
      await expect.poll(told).toMatchObject({ type: "balcao:token", token: null });
      await ask();
      await inspect(page, testInfo, "integration-consent");
      await request.getByRole("button", { name: "Permitir" }).click();
      await expect.poll(async () => ((await told()) as { token?: string }).token).toMatch(/^blc_/);
      await expect(request).toHaveCount(0);
    });

    await test.step("it hears what changes, gives way to the details, and gives the focus back", async () => {
      await page.clock.install();
      await openMenu(page);
      await page.getByRole("menuitem", { name: "Retornar" }).click();
      await expect(page.getByRole("status").filter({ hasText: customer.name })).toBeVisible();
      await page.clock.fastForward(5_000);
      await expect.poll(told).toMatchObject({ status: "pending", userId: null });
      await page.getByRole("button", { name: "Dados do contato" }).click();
      await expect(page.getByRole("complementary", { name: "Dados do contato" })).toBeVisible();
      await expect(panel).toHaveCount(0);
      await page.getByRole("button", { name: "Fechar os dados" }).click();
      await panel.getByRole("button", { name: "Fechar o painel" }).click();
      await expect(page.getByRole("button", { name: "Mais ações" })).toBeFocused();
    });

    await test.step("it covers the conversation on a phone", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await openMenu(page);
      await entry(page).click();
      await expect(page.getByRole("dialog", { name: "Painel externo" })).toBeVisible();
      await inspect(page, testInfo, "integration-phone");
    });
  } finally {
    await changeSetting(api, "uriIframe", "");
  }
});
