import { appCode } from "@balcao/testing/appCode";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { LoginPage } from "./support/loginPage.js";

test("a person adds an app, signs in with its code, and with a recovery code where the phone is away [D-520]", async ({
  page,
  api,
  enter,
  problems,
}) => {
  problems.accept(/Console: .*status of 40[01]/);
  const ana = await api.createAccount("Ana", { profile: "user" });
  const first = await enter(ana);
  await new InboxPage(first).open();
  await first.getByRole("button", { name: `Conta de ${ana.name}` }).click();
  await first.getByRole("menuitem", { name: "Segurança" }).click();
  await first.getByRole("region", { name: "Verificação em duas etapas" }).getByRole("button", { name: "Ativar" }).click();

  const asks = first.getByRole("dialog", { name: "Verificação em duas etapas" });
  await asks.getByLabel("Senha atual").fill(ana.password);
  await asks.getByRole("button", { name: "Continuar" }).click();
  const scan = first.getByRole("dialog", { name: "Leia o código com o aplicativo" });
  await expect(scan.getByRole("img", { name: "Código QR para o aplicativo de autenticação" })).toBeVisible();
  const secret = (await scan.locator("output").textContent()) ?? "";
  await scan.getByLabel("Código que o aplicativo mostra").fill("000000");
  await scan.getByRole("button", { name: "Confirmar" }).click();
  await expect(scan.getByLabel("Código que o aplicativo mostra")).toHaveAccessibleDescription(/não confere/);
  await scan.getByLabel("Código que o aplicativo mostra").fill(appCode(secret, new Date()));
  await scan.getByRole("button", { name: "Confirmar" }).click();
  const kept = first.getByRole("alertdialog", { name: "Guarde os códigos de recuperação" });
  await expect(kept.getByRole("listitem")).toHaveCount(10);
  const recovery = (await kept.getByRole("listitem").first().textContent()) ?? "";
  await kept.getByRole("button", { name: "Guardei os códigos" }).click();
  await expect(first.getByRole("region", { name: "Verificação em duas etapas" })).toContainText("Restam 10 códigos de recuperação.");

  await test.step("the sign-in asks for the code after the password, and says where it is wrong", async () => {
    await page.goto("/login");
    const login = new LoginPage(page);
    await login.signIn(ana);
    const code = page.getByLabel("Código de verificação");
    await expect(code).toBeFocused();
    await code.fill("123456");
    await code.press("Enter");
    await expect(code).toHaveAccessibleDescription(/não confere ou já foi usado/);
    await expect(code).toBeFocused();
    await code.fill(recovery);
    await code.press("Enter");
    await expect(page).toHaveURL(/\/tickets/);
  });

  await test.step("an administrator takes it away for who lost the phone", async () => {
    await api.delete(`/users/${ana.id}/second_factor`);
    await expect(page).toHaveURL(/\/login/);
    await new LoginPage(page).signIn(ana);
    await expect(page).toHaveURL(/\/tickets/);
  });
});
