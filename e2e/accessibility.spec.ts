import { patience } from "@balcao/testing/patience";
import type { Page, TestInfo } from "@playwright/test";
import { alterAnswer } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect, judgeDialog } from "./support/inspect.js";
import { LoginPage } from "./support/loginPage.js";
import { uniqueName, uniqueNumber } from "./support/product.js";
import { walkTo } from "./support/walk.js";

// Each screen is inspected twice, so a slow machine needs more than the default minute.
test.setTimeout(patience(180_000));

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const SMALLEST = { width: 360, height: 740 };
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Judges the shown screen in both sizes. */
async function inspectSizes(page: Page, testInfo: TestInfo, screen: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await inspect(page, testInfo, `${screen}-${size}`);
  }
}

test("the login is accessible, with the company's name and logo, too [D-245]", async ({ page }, testInfo) => {
  await page.goto("/login");
  const login = new LoginPage(page);
  await expect(login.submit).toBeVisible();
  await inspectSizes(page, testInfo, "login");
  await login.submit.click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await inspect(page, testInfo, "login-refused");

  const logo = "/api/public/logo?v=1";
  await alterAnswer<object>(page, "/config.json", (config) => ({ ...config, language: "es", company: { name: "Padaria São João", logo } }));
  await page.route(`**${logo}`, (route) => route.fulfill({ contentType: "image/png", body: PNG }));
  // The browser remembers a language, and who comes first has none.
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await expect(page.getByText("Padaria São João")).toBeVisible();
  await expect(page.locator(".loginLogo")).toHaveAttribute("src", logo);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await inspect(page, testInfo, "login-company");
});

test("the inbox is accessible, and its list fills the width of a phone", async ({ enter, ana, customer }, testInfo) => {
  await customer.writes("Bom dia, qual é o prazo de entrega?");
  for (const sample of ["photo", "voice", "document"] as const) await customer.sends(sample);
  const page = await enter(ana, { viewport: SIZES.phone });
  const inbox = await new InboxPage(page).open("Aguardando");
  await expect(inbox.row(customer.name)).toBeVisible();
  await expect(page.getByRole("region", { name: "Conversas" })).toHaveCSS("border-right-width", "0px");
  await inspectSizes(page, testInfo, "inbox-list");
  await page.setViewportSize(SIZES.desktop);
  const conversation = await inbox.accept(customer.name);
  await conversation.write("*Bom dia!* São três dias úteis.");
  await expect(conversation.state("três dias úteis", "Entregue")).toBeVisible();
  await expect(conversation.region.getByRole("link", { name: "Baixar pedido.pdf" })).toBeVisible();
  await expect(conversation.region.getByRole("button", { name: "Reproduzir" })).toBeVisible();
  await inspectSizes(page, testInfo, "inbox-conversation");
});

test("the connections, their forms and QR code, and the account's menu are accessible", async ({ enter, api }, testInfo) => {
  const name = uniqueName("Loja");
  await api.post("/whatsapp", { name, api: "meow" });
  const page = await enter(undefined, { viewport: SIZES.desktop });
  const connections = new ConnectionsPage(page);
  await page.goto("/connections");
  await expect(page.getByText(name)).toBeVisible();
  await inspectSizes(page, testInfo, "connections");
  await page.setViewportSize(SIZES.desktop);
  await page.getByRole("button", { name: `QR Code, ${name}` }).click();
  await expect(connections.qr(name)).toBeVisible();
  await page.setViewportSize(SIZES.phone);
  await inspect(page, testInfo, "connections-qr");
  await page.keyboard.press("Escape");
  await expect(connections.qr(name)).toBeHidden();

  await page.setViewportSize(SIZES.desktop);
  await connections.add.click();
  const { form } = connections;
  await expect(form).toBeVisible();
  await form.getByRole("radio", { name: /Meta Cloud API/ }).check();
  await form.getByRole("button", { name: "Geral", exact: true }).click();
  await form.getByRole("button", { name: "Meta", exact: true }).click();
  await page.setViewportSize(SMALLEST);
  await inspect(page, testInfo, "form-cloud");
  await form.getByRole("button", { name: "Cancelar" }).click();
  await expect(form).toBeHidden();
  const edit = await connections.edit(name);
  for (const section of [/Conector/, /Mensagens/, /Bot e Typebot/, /Histórico/]) await edit.getByRole("button", { name: section }).click();
  await judgeDialog(page, "connection-edit");
  await edit.getByRole("button", { name: "Cancelar" }).click();
  await expect(edit).toBeHidden();

  await page.getByRole("button", { name: /^Conta de/ }).click();
  await expect(page.getByRole("menuitem", { name: "Sair" })).toBeVisible();
  await inspect(page, testInfo, "account-menu");
});

/** Pages behind others, beside those of the drawer. */
const FURTHER = ["/closingReasons", "/hooks", "/tokens", "/security", "/tickets?tab=chat"];

test("every page is accessible on a desktop and on a phone", async ({ enter, api }, testInfo) => {
  const name = uniqueName("Zelo");
  await api.post("/contacts", { name, number: uniqueNumber(), respostaAutomatica: true });
  await api.post("/quickAnswers", { shortcut: name.replace(" ", ""), message: "Um momento" });
  await api.post("/tag", { name: name.slice(0, 20), color: "#236681" });
  const page = await enter(undefined, { viewport: SIZES.desktop });
  await page.goto("/contacts");
  const entries = page.getByRole("navigation").getByRole("link");
  await expect(entries.first()).toBeVisible();
  const addresses = await entries.evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of [...new Set(addresses), ...FURTHER]) {
    await walkTo(page, address);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator("[aria-busy=true], .MuiSkeleton-root")).toHaveCount(0);
    await inspectSizes(page, testInfo, address.replace(/\W/g, "-"));
  }
});
