import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { expectValid } from "./support/formField.js";
import { LoginPage } from "./support/loginPage.js";
import { product, uniqueName } from "./support/product.js";
import { changeSetting } from "./support/settings.js";

test("the login is the only page without a session; it asks for e-mail and password, and shows the typed password on request [AUTH-001, AUTH-002]", async ({
  page,
}) => {
  await test.step("the login is the only page without a session [AUTH-002]", async () => {
    for (const address of ["/", "/tickets/5", "/Connections", "/nowhere"]) {
      await page.goto(address);
      await expect(page).toHaveURL(/\/login$/);
      await expect(new LoginPage(page).submit).toBeVisible();
    }
  });

  await test.step("shows the typed password on request", async () => {
    const { email, password, submit } = new LoginPage(page);
    await expect(email).toBeVisible();
    await expect(submit).toBeVisible();
    await password.fill("Segredo-1");
    await expect(password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Mostrar senha" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Mostrar senha" }).click();
    await expect(password).toHaveAttribute("type", "password");
  });
});

/** Fakes the vendor's licence service; the caller can change the status that it answers. */
async function playLicenceService(page: Page): Promise<{ status: number; readonly asked: string[] }> {
  const answer = { status: 402, asked: [] as string[] };
  const licence = { url: `${product.url}/vendor`, companyId: "7", support: "11 4000-1234", finance: "financeiro@example.com" };
  await page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), licence } });
  });
  await page.route(`${licence.url}/**`, (route) => {
    answer.asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
    return route.fulfill({ status: answer.status, body: "{}" });
  });
  return answer;
}

test("a blocked system counts as signed out everywhere, and the login shows the reason and the contact [AUTH-005, AUTH-017, AUTH-018, AUTH-019, API-008, D-009]", async ({
  enter,
  problems,
}) => {
  problems.accept(/status of 402/);
  const page = await enter();
  const vendor = await playLicenceService(page);
  for (const address of ["/", "/connections"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "SISTEMA BLOQUEADO" })).toBeDisabled();
  }
  expect(new Set(vendor.asked)).toEqual(new Set(["GET /vendor/clients/find/7"]));
  const notice = page.getByRole("alert").filter({ hasText: "Acesso suspenso" });
  await expect(notice).toContainText("Suporte");
  await expect(notice.getByRole("link", { name: "11 4000-1234" })).toHaveAttribute("href", "tel:+551140001234");
  await expect(notice).toContainText("Financeiro");
  await expect(notice.getByRole("link", { name: "financeiro@example.com" })).toHaveAttribute("href", "mailto:financeiro@example.com");
  vendor.status = 200;
  await page.getByRole("button", { name: "Verificar novamente" }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("people create their own account if the company allows it, and wait for an administrator [AUTH-008, AUTH-009]", async ({
  page,
  api,
  ana,
  problems,
}) => {
  problems.accept(/status of 400.*\/auth\/(signup|login)/);
  const login = new LoginPage(page);
  const offer = page.getByRole("button", { name: "Criar conta" });
  await page.goto("/login");
  await expect(login.submit).toBeVisible();
  await expect(offer).toBeHidden();
  await changeSetting(api, "userCreation", "enabled");
  await page.reload();
  await offer.click();
  await expect(page.getByRole("heading", { name: "Criar conta" })).toBeVisible();

  const failed = page.getByRole("alert").filter({ hasText: "Erro ao criar usuário. Verifique os dados informados." });
  const name = uniqueName("Nina");
  const account = { email: `${name.replace(" ", ".").toLowerCase()}@example.com`, password: "Segura-Senha-1" };
  await page.getByLabel("Nome").fill(name);
  await login.email.fill(account.email);
  await login.password.fill("fraca");
  await offer.click();
  await expect(failed).toBeVisible();
  await expect(login.password).toHaveAccessibleDescription("A senha deve ter no mínimo 8 caracteres.");
  await expect(login.password).toBeFocused();
  await expect(failed).toBeHidden();
  await login.password.fill(account.password);
  await login.email.fill(ana.email);
  await offer.click();
  await expect(failed).toBeVisible();
  await expect(login.email).toHaveAccessibleDescription("Já existe um usuário com este e-mail.");

  await login.email.fill(account.email);
  await expectValid(login.email);
  await offer.click();
  await expect(page.getByRole("status").filter({ hasText: "Conta criada. Aguarde a ativação por um administrador." })).toBeVisible();
  await expect(login.email).toHaveValue(account.email);
  await login.password.fill(account.password);
  await login.submit.click();
  await expect(login.password).toHaveAccessibleDescription("Sua conta está desativada. Fale com o administrador.");
  await expect(page).toHaveURL(/\/login$/);
  await changeSetting(api, "userCreation", "disabled");
});
