import { appCode } from "@balcao/testing/appCode";
import { expect, test } from "./support/fixtures.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { LoginPage } from "./support/loginPage.js";

test("a person signs in by the company's provider, comes to where they wanted to go, and gives the code of their account [D-660]", async ({
  page,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 40[01]/);
  const ana = await api.createAccount("Ana", { profile: "user" });
  const atProvider = async (account: string) => {
    await page.getByRole("button", { name: "Entrar com Acme" }).click();
    await page.getByLabel("Account").fill(account);
    await page.getByRole("button", { name: "Continue" }).click();
  };

  await page.goto("/contacts");
  await expect(page).toHaveURL(/\/login$/);
  await atProvider(ana.email);
  await expect(page).toHaveURL(/\/contacts$/);

  await test.step("a sign-in there stands for the password, which who came from there may not have [D-681]", async () => {
    await page.goto("/security");
    const factor = page.getByRole("region", { name: "Verificação em duas etapas" });
    const asks = page.getByRole("dialog", { name: "Verificação em duas etapas" });
    await factor.getByRole("button", { name: "Ativar" }).click();
    await expect(asks.getByLabel("Senha atual")).toBeHidden();
    await asks.getByRole("button", { name: "Continuar" }).click();
    await expect(asks.getByRole("alert").filter({ hasText: "e repita" })).toBeVisible();
    await inspectDialog(page, "sign in again");
    await asks.getByRole("button", { name: "Entrar de novo com Acme" }).click();
    await expect(asks).toBeHidden();
    await factor.getByRole("button", { name: "Ativar" }).click();
    await asks.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByRole("dialog", { name: "Leia o código com o aplicativo" })).toBeVisible();
  });

  await test.step("who has no account here is told so, and nothing of the answer stays in the address", async () => {
    await page.context().clearCookies();
    await page.evaluate(() => window.localStorage.clear());
    await page.goto("/login");
    await atProvider("ninguem@example.com");
    await expect(page.getByRole("alert")).toHaveText(/não tem acesso aqui/);
    await expect(page).toHaveURL(/\/login$/);
    await expect(new LoginPage(page).email).toBeVisible();
    await inspect(page, testInfo, "login after the provider");
  });

  await test.step("an answer that this browser has not asked for signs nobody in", async () => {
    await page.goto("/login?code=stolen&state=of-somebody-else");
    await expect(page.getByRole("alert")).toHaveText(/não começou neste navegador/);
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("the account's second step is asked for here", async () => {
    const secret = await api.turnOnSecondFactor(ana);
    await page.context().clearCookies();
    await page.goto("/login");
    await atProvider(ana.email);
    const code = page.getByLabel("Código de verificação");
    await code.fill("123456");
    await code.press("Enter");
    await expect(code).toHaveAccessibleDescription(/não confere ou já foi usado/);
    // The code that has turned it on is used; the next one may be half a minute early.
    await code.fill(appCode(secret, new Date(Date.now() + 30_000)));
    await code.press("Enter");
    await expect(page).toHaveURL(/\/tickets/);
  });
});
