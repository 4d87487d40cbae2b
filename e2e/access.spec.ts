import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { LoginPage } from "./support/loginPage.js";
import { product, uniqueName } from "./support/product.js";
import { changeSetting } from "./support/settings.js";

test("the login is the only page without a session [AUTH-002]", async ({ page }) => {
  for (const address of ["/", "/tickets", "/tickets/5", "/connections", "/Connections", "/contacts", "/nowhere"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/login$/);
    await expect(new LoginPage(page).submit).toBeVisible();
  }
});

test("a full-screen spinner turns while it is found out who is signed in [SHELL-025]", async ({ enter, ana }) => {
  const viewport = { width: 1024, height: 640 };
  const page = await enter(ana, { viewport });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/auth/refresh_token", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/tickets");
  const spinner = page.getByRole("status").filter({ hasText: "Carregando" });
  await expect(spinner).toBeVisible();
  expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
  await expect(page.getByRole("navigation")).toBeHidden();
  release();
  await expect(new InboxPage(page).tab("Conversas")).toBeVisible();
  await expect(spinner).toBeHidden();
});

/** Plays the vendor's service that says whether an installation may be used; the answer can be changed. */
async function playLicenceService(page: Page): Promise<{ status: number }> {
  const answer = { status: 402 };
  const licence = { url: `${product.url}/vendor`, companyId: "7", support: "11 4000-1234", finance: "financeiro@example.com" };
  await page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), licence } });
  });
  await page.route(`${licence.url}/clients/find/7`, (route) => route.fulfill({ status: answer.status, body: "{}" }));
  return answer;
}

test("a blocked system counts as signed out everywhere, and the login says so and whom to ask [AUTH-005, AUTH-018, AUTH-019]", async ({
  enter,
  problems,
}) => {
  problems.accept(/status of 402/);
  const page = await enter();
  const vendor = await playLicenceService(page);
  for (const address of ["/", "/tickets", "/connections"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "SISTEMA BLOQUEADO" })).toBeDisabled();
  }
  const notice = page.getByRole("alert").filter({ hasText: "Acesso suspenso" });
  await expect(notice).toContainText("Suporte");
  await expect(notice.getByRole("link", { name: "11 4000-1234" })).toHaveAttribute("href", "tel:+551140001234");
  await expect(notice).toContainText("Financeiro");
  await expect(notice.getByRole("link", { name: "financeiro@example.com" })).toHaveAttribute("href", "mailto:financeiro@example.com");
  vendor.status = 200;
  await page.getByRole("button", { name: "Verificar novamente" }).click();
  await expect(page).toHaveURL(/\/tickets(\?|$)/);
  await expect(new InboxPage(page).tab("Conversas")).toBeVisible();
});

test("people make an account for themselves where the company allows it, and wait to be let in [AUTH-008, AUTH-009]", async ({
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
  await offer.click();
  await expect(page.getByRole("status").filter({ hasText: "Conta criada. Aguarde a ativação por um administrador." })).toBeVisible();
  await expect(login.email).toHaveValue(account.email);
  await login.password.fill(account.password);
  await login.submit.click();
  await expect(login.password).toHaveAccessibleDescription("Sua conta está desativada. Fale com o administrador.");
  await expect(page).toHaveURL(/\/login$/);
  await changeSetting(api, "userCreation", "disabled");
});
