import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { InboxPage } from "./support/inboxPage.js";
import { LoginPage } from "./support/loginPage.js";
import { product } from "./support/product.js";

test("a person makes a passkey, signs in by it, and by a recovery code where the device is away [D-663]", async ({
  page,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 40[01]/);
  // Passkeys are bound to a name: localhost, not 127.0.0.1.
  const origin = product.url.replace("127.0.0.1", "localhost");
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const ana = await api.createAccount("Ana", { profile: "user" });
  await page.goto(`${origin}/login`);
  await new LoginPage(page).signIn(ana);
  await expect(page).toHaveURL(/\/tickets/);
  await new InboxPage(page).open();
  await page.goto(`${origin}/security`);
  const keys = page.getByRole("region", { name: "Chaves de acesso" });
  await keys.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  const asks = page.getByRole("dialog", { name: "Nova chave de acesso" });
  await asks.getByLabel("Nome").fill("Celular");
  await asks.getByLabel("Senha atual").fill(ana.password);
  await asks.getByRole("button", { name: "Continuar" }).click();
  const kept = page.getByRole("alertdialog", { name: "Guarde os códigos de recuperação" });
  await expect(kept.getByRole("listitem")).toHaveCount(10);
  const recovery = (await kept.getByRole("listitem").first().textContent()) ?? "";
  await kept.getByRole("button", { name: "Guardei os códigos" }).click();
  await expect(keys.getByRole("listitem")).toContainText(/Celular.*ainda não usada/);

  const signOut = async (person = ana) => {
    await page.context().clearCookies();
    await page.evaluate(() => window.localStorage.clear());
    await page.goto(`${origin}/login`);
    await new LoginPage(page).signIn(person);
  };
  await test.step("the sign-in offers it after the password", async () => {
    await signOut();
    const use = page.getByRole("button", { name: "Entrar com a chave de acesso" });
    await expect(use).toBeVisible();
    // The person has no app, so none is named.
    await expect(page.getByText("Use a chave de acesso desta conta: impressão digital, rosto ou PIN.")).toBeVisible();
    await expect(page.getByLabel("Código de recuperação")).toBeVisible();
    await inspect(page, testInfo, "login with a passkey");
    await use.click();
    await expect(page).toHaveURL(/\/tickets/);
  });

  await test.step("where the company demands a second step, a passkey can be made in place of an app [D-680]", async () => {
    const rui = await api.createAccount("Rui", { profile: "user" });
    await page.route("**/api/auth/login", async (route) => {
      const answer = await route.fetch();
      const session = (await answer.json()) as { readonly user: object };
      await route.fulfill({
        response: answer,
        json: { ...session, user: { ...session.user, secondFactorDue: "2026-01-01T00:00:00.000Z" } },
      });
    });
    await signOut(rui);
    const choice = page.getByRole("alertdialog", { name: "Verificação em duas etapas" });
    await expect(choice.getByRole("button", { name: "Usar um aplicativo" })).toBeVisible();
    await inspect(page, testInfo, "demanded second step");
    await choice.getByRole("button", { name: "Criar chave de acesso" }).click();
    await asks.getByLabel("Nome").fill("Computador");
    await asks.getByLabel("Senha atual").fill(rui.password);
    await asks.getByRole("button", { name: "Continuar" }).click();
    await kept.getByRole("button", { name: "Guardei os códigos" }).click();
    await expect(page.getByRole("button", { name: `Conta de ${rui.name}` })).toBeVisible();
    await page.unroute("**/api/auth/login");
  });

  await test.step("a device that does not verify the person leaves the code", async () => {
    await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await signOut();
    await page.getByRole("button", { name: "Entrar com a chave de acesso" }).click();
    const code = page.getByLabel("Código de recuperação");
    await code.fill(recovery);
    await code.press("Enter");
    await expect(page).toHaveURL(/\/tickets/);
  });
});
