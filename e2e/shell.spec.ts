import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { uniqueName } from "./support/product.js";

const PHONE = { viewport: { width: 390, height: 844 } };

test("who is no administrator is told and led away from an administrators' page [SHELL-008, SHELL-021]", async ({ enter, ana }) => {
  const page = await enter(ana);
  await page.goto("/connections");
  await expect(page).toHaveURL(/\/tickets(\?|$)/);
  await expect(page.getByText("Você não tem permissão para acessar essa página")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Conexões/ })).toBeHidden();
});

test("the drawer stays on wide screens, folds to icons, and comes and goes on narrow ones [SHELL-026, SHELL-037]", async ({ enter }) => {
  const page = await enter();
  await page.goto("/connections");
  const drawer = page.getByRole("navigation");
  await expect(drawer).toHaveCSS("width", "240px");
  await expect(drawer).toContainText("v7.1.1");
  await page.getByRole("button", { name: /(Abrir|Recolher|Expandir) menu/ }).click();
  await expect(drawer).toHaveCSS("width", "64px");
  await page.getByRole("button", { name: /(Abrir|Recolher|Expandir) menu/ }).click();
  await expect(drawer).toHaveCSS("width", "240px");

  const phone = await enter(undefined, PHONE);
  await phone.goto("/connections");
  await expect(phone.getByRole("button", { name: /(Abrir|Recolher|Expandir) menu/ })).toBeVisible();
  await expect(phone.getByRole("navigation")).toBeHidden();
  await phone.getByRole("button", { name: /(Abrir|Recolher|Expandir) menu/ }).click();
  await phone.getByRole("link", { name: /^Tickets/ }).click();
  await expect(phone).toHaveURL(/\/tickets/);
  await expect(phone.getByRole("navigation")).toBeHidden();
});

test("an empty bell says so [SHELL-042]", async ({ enter, api }) => {
  const nobody = await api.createAccount(uniqueName("Rui"), { profile: "user", queueIds: [] });
  const inbox = await new InboxPage(await enter(nobody)).open();
  await inbox.bell.click();
  const bell = inbox.page.getByRole("dialog", { name: "Notificações" });
  await expect(bell).toContainText("Nenhuma notificação.");
  await expect(bell).toHaveCSS("max-height", "350px");
});

test("a connection that waits for its phone offers QR code and pairing code, and calls for attention in the drawer [CONN-003, SHELL-033]", async ({
  enter,
  api,
}) => {
  const name = uniqueName("Loja");
  await api.post("/whatsapp", { name, api: "meow" });
  const page = await enter();
  await page.goto("/connections");
  await expect(page.getByRole("button", { name: `QR Code, ${name}` })).toBeVisible();
  await expect(page.getByRole("button", { name: `Código de pareamento, ${name}` })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: /^Conexões/ })).toContainText("!");
});
