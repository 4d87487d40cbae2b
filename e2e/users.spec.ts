import type { Page } from "@playwright/test";
import { Api, type Account } from "./support/api.js";
import { alterAnswer } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { LoginPage } from "./support/loginPage.js";
import { largePicture } from "./support/pictures.js";
import { uniqueName } from "./support/product.js";
import { findPerson } from "./support/usersPage.js";

const dialogOf = (page: Page, title: string | RegExp) => page.getByRole("dialog", { name: title });

/** Opens the form of a user, found by the search. */
async function openForm(page: Page, person: Account) {
  const row = await findPerson(page, person.name);
  await row.getByRole("button", { name: `Editar ${person.name}` }).click();
  const dialog = dialogOf(page, `Editar ${person.name}`);
  await expect(dialog).toBeVisible();
  return dialog;
}

test("an administrator adds, changes, resets and replaces users [USER-001, USER-003, USER-008, USER-009, USER-010, USER-012, USER-016, USER-017, USER-018, USER-019, USER-020, USER-021, USER-022, USER-027, USER-028, USER-029, API-059, API-060, API-063, API-064, LOG-007, D-114]", async ({
  enter,
  api,
  connection,
  customer,
  ana,
  page: login,
}, testInfo) => {
  const page = await enter();

  await test.step("a user is added with all that belongs to one, and changed [USER-001, USER-003, USER-008, USER-012, USER-016, USER-017, USER-027, USER-028, API-059, API-060, API-064, LOG-007]", async () => {
    await page.goto("/users");
    await page.getByRole("button", { name: "Adicionar usuário" }).first().click();
    const dialog = dialogOf(page, "Adicionar usuário");
    const name = uniqueName("Nina");
    await dialog.getByLabel("Nome").fill(name);
    await dialog.getByLabel("E-mail").fill(`${name.replace(/\W/g, "")}@example.com`);
    const password = dialog.getByLabel("Senha", { exact: true });
    const rules = dialog.getByRole("list", { name: "A senha precisa de" });
    await password.fill("abc");
    await expect(rules.getByRole("listitem").filter({ hasText: "cumprido" })).toHaveText([/uma letra minúscula/]);
    await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
    await expect(dialog.getByText("A senha deve ter no mínimo 8 caracteres.")).toBeVisible();
    await password.fill("abcdefgh1!");
    await expect(dialog.getByText("A senha deve ter pelo menos uma letra maiúscula.")).toBeVisible();
    await password.fill("Abcdefgh1!");
    await dialog.getByLabel(connection.queue.name).check();
    await dialog.getByLabel("Conexão padrão").selectOption({ label: connection.name });
    await dialog.getByRole("button", { name: /Dias e horário de trabalho/ }).click();
    await expect(dialog.getByLabel("Das")).toHaveValue("08:00");
    await expect(dialog.getByLabel("Até")).toHaveValue("18:00");
    await expect(dialog.getByLabel("Das")).toHaveAttribute("step", "300");
    await expect(dialog.getByRole("switch", { name: "Segunda a sexta" })).toBeChecked();
    for (const day of ["Sábado", "Domingo", "Feriados"]) await expect(dialog.getByRole("switch", { name: day })).not.toBeChecked();
    await dialog.getByRole("switch", { name: "Sábado" }).check();
    await dialog.getByRole("button", { name: /^\d?\s*Permissões/ }).click();
    await dialog.getByRole("switch", { name: "Editar contatos" }).check();
    await inspect(page, testInfo, "user-form");
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/users"));
    await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ log: { descricao: `Criou o usuário ${name}`, origem: "Usuários" } });
    await expect(page.getByText("Usuário criado com sucesso!")).toBeVisible();
    const { users } = await api.get<{ users: { id: number; name: string }[] }>(`/users?searchParam=${encodeURIComponent(name)}`);
    const id = users[0]?.id ?? 0;
    expect(await api.get(`/users/${id}`)).toMatchObject({
      ...{
        whatsappId: connection.id,
        saturday: true,
        sunday: false,
        startTime: "08:00",
        editContact: true,
        addContact: false,
        active: true,
      },
      queues: [{ id: connection.queue.id }],
    });
    const form = await openForm(page, { id, name, email: "", password: "" });
    await form.getByLabel("Perfil").selectOption("gerente");
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Usuário salvo.")).toBeVisible();
    await expect(form).toBeHidden();
    expect(await api.get(`/users/${id}`)).toMatchObject({
      profile: "gerente",
      saturday: true,
      editContact: true,
      whatsappId: connection.id,
    });

    await test.step("a user is deleted after a question, and the list follows [USER-003, API-064]", async () => {
      const queues = ["Vendas", "Suporte técnico", "Financeiro", "Revenda da região sul", "Revenda da região norte"].map((name, id) => ({
        name,
        id,
      }));
      await alterAnswer<{ users: object[] }>(page, "/api/users?*", ({ users, ...more }) => ({
        ...more,
        users: users.map((user) => ({ ...user, queues })),
      }));
      const row = await findPerson(page, name);
      // Many queues take two lines, and no other column from the screen.
      await expect(row).toContainText("Revenda da região norte");
      expect(await page.locator(".tableCard").evaluate((table) => table.scrollWidth - table.clientWidth)).toBeLessThanOrEqual(0);
      await expect(page.getByRole("button", { name: "Excluir Administrador" })).toHaveCount(0);
      await row.getByRole("button", { name: `Excluir ${name}` }).click();
      const question = page.getByRole("alertdialog", { name: `Excluir ${name}?` });
      await question.getByRole("button", { name: "Excluir" }).click();
      await expect(page.getByText("Usuário excluído.")).toBeVisible();
      await expect(row).toHaveCount(0);
    });
  });

  await page.unrouteAll({ behavior: "ignoreErrors" });
  await test.step("a reset shows a password once, and the person must change it before anything else [USER-009, USER-010, USER-022, API-063, D-114]", async () => {
    const rui = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id] });
    const session = await Api.signIn(rui);
    const form = await openForm(page, rui);
    await test.step("an administrator sets the photo and ends the sessions of somebody [USER-009, API-063]", async () => {
      await form.getByLabel("Alterar foto").setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: largePicture(300, 300) });
      await expect(page.getByText("Foto salva.")).toBeVisible();
      expect((await api.get<{ profilePicUrl: string }>(`/users/${rui.id}`)).profilePicUrl).toContain("/public/media/");
      await form.getByRole("button", { name: /Sessões ativas/ }).click();
      await form.getByRole("button", { name: /^Encerrar a sessão de/ }).click();
      await expect(form.getByText("Nenhuma sessão ativa.")).toBeVisible();
      await expect(session.get("/tickets")).rejects.toThrow(/401/);
      await session.dispose();
    });
    await form.getByRole("button", { name: "Redefinir senha" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Redefinir senha" }).click();
    const shown = page.getByRole("alertdialog", { name: `Senha provisória de ${rui.name}` });
    const temporary = (await shown.getByRole("status").innerText()).trim();
    expect(temporary).toMatch(/^(?:\p{L}+-){5}\d+$/u);
    await shown.getByRole("button", { name: "Pronto" }).click();
    await expect(page.getByText(temporary)).toBeHidden();

    await login.goto("/login");
    const { email, password, submit } = new LoginPage(login);
    await email.fill(rui.email);
    await password.fill(temporary);
    await submit.click();
    const change = dialogOf(login, "Alterar senha");
    await expect(change).toContainText("Sua senha é provisória");
    await login.goto("/tickets");
    await expect(change).toBeVisible();
    await expect(login.getByRole("navigation")).toBeHidden();
    const next = "Outra-Senha-2";
    await change.getByLabel("Senha atual").fill(temporary);
    await change.getByLabel("Nova senha", { exact: true }).fill(next);
    await change.getByLabel("Confirmação da nova senha").fill(next);
    await change.getByRole("button", { name: "Alterar senha" }).click();
    await expect(login.getByRole("tablist", { name: "Listas" })).toBeVisible();
    await (await Api.signIn({ email: rui.email, password: next })).dispose();
  });

  await test.step("substitutes are named while the account is inactive, and take over the conversations that are handed to them [USER-018, USER-019, USER-020, USER-021, USER-029]", async () => {
    const rui = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id] });
    await customer.writes("Preciso do Rui");
    const ticketOf = async () =>
      (
        await api.get<{ tickets: { id: number; userId: number | null; status: string }[] }>(
          `/tickets/filter?searchContact=${encodeURIComponent(customer.name)}`,
        )
      ).tickets[0];
    await expect.poll(ticketOf).toBeDefined();
    const id = (await ticketOf())?.id ?? 0;
    await api.put(`/tickets/${id}`, { status: "open", userId: rui.id, queueId: connection.queue.id, whatsappId: connection.id });
    const form = await openForm(page, rui);
    const section = form.getByRole("button", { name: /Substituições/ });
    await section.click();
    const add = form.getByRole("button", { name: "Adicionar substituição" });
    await expect(add).toBeDisabled();
    await form.getByRole("switch", { name: "Conta ativa" }).uncheck();
    await expect(form.getByText("Esta pessoa tem conversas abertas.")).toBeVisible();
    const transfer = form.getByRole("switch", { name: /Transferir agora/ });
    await expect(transfer).toBeChecked();
    await expect(transfer).toHaveAccessibleDescription("1 conversa aberta");
    await expect(form.getByLabel("Fila", { exact: true })).toHaveValue(String(connection.queue.id));
    await add.click();
    await form.getByRole("button", { name: "Remover substituição" }).last().click();
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(form.getByText("Não deve existir substituições sem fila/usuário atribuído")).toBeVisible();
    await form.getByLabel("Quem substitui").selectOption({ label: ana.name });
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(form).toBeHidden();
    expect(await ticketOf()).toMatchObject({ id, userId: ana.id, status: "open" });
    expect(await api.get(`/users/${rui.id}`)).toMatchObject({
      active: false,
      substitution: [{ queueId: connection.queue.id, substituteId: ana.id }],
    });
  });
});
