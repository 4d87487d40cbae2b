import { expect, test } from "./support/fixtures.js";
import { product, uniqueName } from "./support/product.js";

const PASSWORD = "Nova-Senha-4711";

/** The address in the newest mail to somebody. */
async function linkTo(email: string): Promise<string> {
  const mails = (await (await fetch(product.mailUrl)).json()) as readonly { readonly to: readonly string[]; readonly text: string }[];
  const text = mails.findLast(({ to }) => to.includes(email))?.text ?? "";
  return /http\S+#senha=[\w-]+/.exec(text.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[0] ?? "";
}

test("who forgot the password asks for a mail, chooses another one by its link, once, and signs in with it [D-580]", async ({
  page,
  api,
  browser,
}) => {
  const user = await api.createAccount("Nina", { profile: "user", queueIds: [] });
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(`${product.url}/login`);
  await own.getByRole("button", { name: "Esqueci minha senha" }).click();
  await own.getByLabel("E-mail").fill(user.email);
  await own.getByRole("button", { name: "Enviar link" }).click();
  await expect(own.getByRole("status")).toContainText("Se houver uma conta com este e-mail");
  await expect.poll(() => linkTo(user.email)).not.toBe("");
  const link = await linkTo(user.email);
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByLabel("Senha", { exact: true }).fill("fraca");
  await page.getByRole("button", { name: "Salvar senha" }).click();
  await expect(page.getByText("A senha deve ter")).toBeVisible();
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Salvar senha" }).click();
  await page.getByLabel("E-mail").fill(user.email);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL(/tickets/);
  await own.goto("about:blank");
  await own.goto(link);
  await own.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await own.getByRole("button", { name: "Salvar senha" }).click();
  await expect(own.getByRole("alert")).toContainText("Este link já foi usado ou venceu");
  await context.close();
});

test("an administrator invites somebody new by e-mail, who chooses the password by the link [D-580]", async ({ enter, page }) => {
  const office = await enter();
  await office.goto("/users");
  await office.getByRole("button", { name: "Adicionar usuário" }).first().click();
  const form = office.getByRole("dialog", { name: "Adicionar usuário" });
  const name = uniqueName("Bia");
  const email = `${name.toLowerCase().replace(/\W+/g, ".")}@example.com`;
  await form.getByLabel("Nome").fill(name);
  await form.getByLabel("E-mail").fill(email);
  await expect(form.getByLabel("Senha", { exact: true })).toBeVisible();
  // Whoever is no administrator has hours.
  await form.getByLabel("Perfil").selectOption("admin");
  await form.getByRole("switch", { name: "Enviar um convite" }).click();
  await expect(form.getByLabel("Senha", { exact: true })).toHaveCount(0);
  await form.getByRole("button", { name: "Adicionar", exact: true }).click();
  await expect(office.getByText("Link enviado.")).toBeVisible();
  await expect.poll(() => linkTo(email)).not.toBe("");
  await page.goto(await linkTo(email));
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Salvar senha" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL(/tickets/);
});
