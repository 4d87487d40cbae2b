import { patience } from "@balcao/testing/patience";
import { expect, test } from "./support/fixtures.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { LoginPage } from "./support/loginPage.js";
import { uniqueName } from "./support/product.js";

// Each screen is inspected twice, so a slow machine needs more than the default minute.
test.setTimeout(patience(180_000));

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the login is accessible, ${size}`, async ({ page }, testInfo) => {
    await page.setViewportSize(viewport);
    await page.goto("/login");
    const login = new LoginPage(page);
    await expect(login.submit).toBeVisible();
    await inspect(page, testInfo, `login-${size}`);
    await login.submit.click();
    await expect(page.getByRole("alert").first()).toBeVisible();
    await inspect(page, testInfo, `login-refused-${size}`);
  });

  test(`the inbox is accessible, ${size}`, async ({ enter, ana, customer }, testInfo) => {
    await customer.writes("Bom dia, qual é o prazo de entrega?");
    for (const sample of ["photo", "voice", "document"] as const) await customer.sends(sample);
    const page = await enter(ana, { viewport });
    const inbox = await new InboxPage(page).open("Aguardando");
    await expect(inbox.row(customer.name)).toBeVisible();
    await inspect(page, testInfo, `inbox-list-${size}`);
    const conversation = await inbox.accept(customer.name);
    await conversation.write("*Bom dia!* São três dias úteis.");
    await expect(conversation.state("três dias úteis", "Entregue")).toBeVisible();
    await expect(conversation.region.getByRole("link", { name: "Baixar pedido.pdf" })).toBeVisible();
    await expect(conversation.region.getByRole("button", { name: "Reproduzir" })).toBeVisible();
    await inspect(page, testInfo, `inbox-conversation-${size}`);
    await conversation.choose("Transferir");
    await expect(page.getByRole("dialog", { name: "Transferir conversa" })).toBeVisible();
    await inspect(page, testInfo, `inbox-transfer-${size}`);
  });

  test(`connections and the QR code are accessible, ${size}`, async ({ enter, api }, testInfo) => {
    const name = uniqueName("Loja");
    await api.post("/whatsapp", { name, api: "meow" });
    const page = await enter(undefined, { viewport });
    const connections = new ConnectionsPage(page);
    await page.goto("/connections");
    await expect(page.getByText(name)).toBeVisible();
    await inspect(page, testInfo, `connections-${size}`);
    await page.getByRole("button", { name: `QR Code, ${name}` }).click();
    await expect(connections.qr(name)).toBeVisible();
    await inspect(page, testInfo, `connections-qr-${size}`);
  });

  test(`the form of a connection and the account's menu are accessible, ${size}`, async ({ enter }, testInfo) => {
    const page = await enter(undefined, { viewport });
    const connections = new ConnectionsPage(page);
    await page.goto("/connections");
    await connections.add.click();
    await expect(connections.form).toBeVisible();
    await inspect(page, testInfo, `connections-form-${size}`);
    await connections.form.getByRole("button", { name: "Cancelar" }).click();
    await expect(connections.form).toBeHidden();
    await page.getByRole("button", { name: /^Conta de/ }).click();
    await expect(page.getByRole("menuitem", { name: "Sair" })).toBeVisible();
    await inspect(page, testInfo, `account-menu-${size}`);
  });
}

test("on a phone the list of tickets fills the width of the screen", async ({ enter, ana }) => {
  const inbox = await new InboxPage(await enter(ana, { viewport: SIZES.phone })).open("Aguardando");
  await expect(inbox.page.getByRole("region", { name: "Conversas" })).toHaveCSS("border-right-width", "0px");
});
