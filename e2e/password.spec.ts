import { expect, test } from "./support/fixtures.js";
import { expectValid } from "./support/formField.js";
import { InboxPage } from "./support/inboxPage.js";
import { LoginPage } from "./support/loginPage.js";

const NEXT = "Outra-Senha-2";

test("a person changes the own password in the account menu; the other browser is signed out, this one is not [USER-011, USER-023, USER-024, USER-025, USER-026, S-14]", async ({
  enter,
  api,
  problems,
}) => {
  problems.accept(/Console: .*status of 40[01]/);
  const rui = await api.createAccount("Rui", { profile: "user" });
  const elsewhere = await enter(rui);
  await new InboxPage(elsewhere).open();
  const page = await enter(rui);
  await new InboxPage(page).open();
  await page.getByRole("button", { name: `Conta de ${rui.name}` }).click();
  await page.getByRole("menuitem", { name: "Alterar senha" }).click();
  const dialog = page.getByRole("dialog", { name: "Alterar senha" });
  const current = dialog.getByLabel("Senha atual");
  const next = dialog.getByLabel("Nova senha", { exact: true });
  const confirmation = dialog.getByLabel("Confirmação da nova senha");
  const submit = dialog.getByRole("button", { name: "Alterar senha" });
  await expect(current).toBeFocused();

  await submit.click();
  await expect(current).toHaveAccessibleDescription("Por favor, preencha todos os campos!");
  await current.fill("errada");
  await next.fill("outrasenha1!");
  await confirmation.fill(NEXT);
  await submit.click();
  await expect(next).toHaveAccessibleDescription("A senha deve ter pelo menos uma letra maiúscula.");
  await next.fill(`${NEXT}!`);
  await expectValid(next);
  await submit.click();
  await expect(confirmation).toHaveAccessibleDescription("Senhas preenchidas não coincidem!");
  await next.fill(NEXT);
  await submit.click();
  await expect(current).toHaveAccessibleDescription("Senha atual incorreta!");

  await current.fill(rui.password);
  await expectValid(current);
  await submit.click();
  await expect(page.getByRole("status").filter({ hasText: "Senha alterada com sucesso!" })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(new LoginPage(elsewhere).submit).toBeVisible();
  await page.reload();
  await expect(new InboxPage(page).list("Abertos")).toBeVisible();
  await new LoginPage(elsewhere).signIn({ ...rui, password: NEXT });
  await expect(elsewhere).toHaveURL(/\/tickets/);
});
