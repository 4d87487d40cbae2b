import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";

test("a token is made in the settings, shown once, used by a program and revoked [D-570, D-573]", async ({
  enter,
  request,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 400/);
  const admin = await api.createAccount("Marta", { profile: "admin" });
  const page = await enter(admin);
  const name = uniqueName("Loja");
  await page.goto("/settings");
  await page.getByRole("link", { name: "API" }).click();
  await expect(page.getByRole("heading", { name: "API" })).toBeVisible();
  await page.getByRole("button", { name: "Criar token" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Criar token" });
  const send = dialog.getByRole("button", { name: "Criar token" });

  await test.step("what is missing or wrong is said at its field", async () => {
    await dialog.getByLabel("Nome").fill(name);
    await dialog.getByLabel("Senha atual").fill("errada");
    await send.click();
    await expect(dialog.getByText("Abra pelo menos uma área.")).toBeVisible();
    await dialog.getByLabel("Conversas", { exact: true }).selectOption("write");
    await dialog.getByLabel("Redes permitidas").fill("escritório");
    await send.click();
    await expect(dialog.getByLabel("Redes permitidas")).toHaveAccessibleDescription(/203\.0\.113\.0\/24/);
    await dialog.getByLabel("Redes permitidas").fill("127.0.0.0/8, ::1");
    await dialog.getByLabel("Alcance").selectOption("queues");
    await send.click();
    await expect(dialog.getByText("Escolha pelo menos uma fila.")).toBeVisible();
    await inspectDialog(page, "api-token-form");
    await dialog.getByLabel("Alcance").selectOption("all");
    await dialog.getByLabel("Senha atual").fill(admin.password);
    await send.click();
  });

  const kept = page.getByRole("alertdialog", { name: "Guarde o token agora" });
  const token = (await kept.getByLabel("Token", { exact: true }).textContent()) ?? "";
  expect(token).toMatch(/^blc_[\w-]{64}$/);
  await inspectDialog(page, "api-token-made");
  await kept.getByRole("button", { name: "Guardei" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("Conversas: ler e alterar");
  await expect(row).toContainText("Nunca usado");
  await expect(page.getByText(token)).toHaveCount(0);

  const status = async (): Promise<number> =>
    (await request.get(new URL("/api/tickets?status=open", page.url()).href, { headers: { Authorization: `Bearer ${token}` } })).status();
  expect(await status()).toBe(200);
  await page.reload();
  await expect(row).toContainText("127.0.0.1");
  await inspect(page, testInfo, "api-tokens");
  await page.getByRole("button", { name: `Revogar ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revogar token" }).click();
  // While the question is open, nothing behind it has a role.
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(row).toBeHidden();
  expect(await status()).toBe(401);
});

test("somebody who is no administrator makes tokens of their own queues from the page of security [D-570, D-571]", async ({
  enter,
  api,
}) => {
  const { id, name } = await api.createQueue();
  await api.createQueue();
  const ana = await api.createAccount("Ana", { profile: "user", queueIds: [id] });
  const page = await enter(ana);
  await new InboxPage(page).open();
  await page.getByRole("button", { name: `Conta de ${ana.name}` }).click();
  await page.getByRole("menuitem", { name: "Segurança" }).click();
  await page.getByRole("link", { name: "Ver tokens" }).click();
  await page.getByRole("button", { name: "Criar token" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Criar token" });
  await expect(dialog.getByRole("switch", { name: "Da instalação" })).toHaveCount(0);
  await dialog.getByLabel("Alcance").selectOption("queues");
  const queues = dialog.getByRole("group", { name: "Filas" }).getByRole("checkbox");
  await expect(queues).toHaveCount(1);
  await expect(queues).toHaveAccessibleName(name);
});
