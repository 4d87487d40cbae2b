import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { inspect, judgeDialog } from "./support/inspect.js";
import { uniqueName, uniqueNumber } from "./support/product.js";
import { walkTo } from "./support/walk.js";

interface Contact {
  readonly id: number;
  readonly name: string;
  readonly number: string;
}

const createContact = (api: Api, more: object = {}) =>
  api.post<Contact>("/contacts", { name: uniqueName("Cliente"), number: uniqueNumber(), respostaAutomatica: true, ...more });
const dialogOf = (page: Page, title: string) => page.getByRole("dialog", { name: title });

/** Searches for a contact on its page. */
async function find(page: Page, name: string) {
  await page.getByRole("searchbox", { name: "Buscar por nome, número ou e-mail" }).fill(name);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  // Until the answer comes, the rows of before are shown, and the contact may be among them.
  await expect(page.getByRole("row").filter({ has: page.getByRole("cell"), hasNotText: name })).toHaveCount(0);
  return row;
}

/** Several contacts, so that the page has a search. */
test.beforeAll(async ({ api }) => {
  for (let n = 0; n < 6; n += 1) await createContact(api);
});

test("the contacts are a searchable table with name, number, automatic reply and e-mail, which others' changes reach [SHELL-006, CONTACT-003, CONTACT-004, CONTACT-005, CONTACT-006, CONTACT-007, CONTACT-008, RT-027, API-045]", async ({
  enter,
  connection,
  api,
}) => {
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id] });
  const page = await enter(rui, { viewport: { width: 1440, height: 900 } });
  await page.goto("/tickets");
  await page.getByRole("link", { name: "Contatos" }).click();
  await expect(page).toHaveURL(/\/contacts$/);
  for (const title of ["Nome", "Número", "Resposta automática", "E-mail"])
    await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
  const quiet = await createContact(api, { email: "quieta@example.com", respostaAutomatica: false });
  const row = await find(page, quiet.name);
  await expect(row).toContainText("Não");
  await expect(row).toContainText("quieta@example.com");
  await expect(row).toContainText("+55 (11) 9");
  await api.put(`/contacts/${quiet.id}`, { email: "outra@example.com", respostaAutomatica: true });
  await expect(row).toContainText("outra@example.com");
  await expect(row).toContainText("Sim");
  await row.getByRole("button", { name: `Conversar com ${quiet.name}` }).click();
  await expect(page).toHaveURL(/\/tickets$/);
  const dialog = dialogOf(page, "Nova conversa");
  await expect(dialog).toContainText(quiet.name);
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await walkTo(page, "/contacts");
  const again = await find(page, quiet.name);
  await api.delete(`/contacts/${quiet.id}`);
  await expect(again).toHaveCount(0);

  const { name: named } = await createContact(api);
  await find(page, named);
  await test.step("each button needs its flag [CONTACT-004, CONTACT-005, CONTACT-006, CONTACT-007, CONTACT-008]", async () => {
    const flags = [
      { flag: "addContact", shown: ["Adicionar contato", "Delegação", "Mais ações de contatos"] },
      { flag: "editContact", shown: ["Importar", "Exportar", `Editar ${named}`] },
      { flag: "delContact", shown: ["Mais ações de contatos", `Excluir ${named}`] },
      { flag: null, shown: [] },
    ] as const;
    const every = [...new Set(flags.flatMap(({ shown }) => [...shown]))];
    for (const { flag, shown } of flags) {
      await api.put(`/users/${rui.id}`, {
        addContact: flag === "addContact",
        editContact: flag === "editContact",
        delContact: flag === "delContact",
      });
      for (const label of every)
        await expect(page.getByRole("button", { name: label, exact: true })).toHaveCount(shown.some((each) => each === label) ? 1 : 0);
    }
  });
});

test("the form of a contact adds everything that belongs to it, warns, and shows conversations and protocols [CONTACT-001, CONTACT-011, CONTACT-012, CONTACT-013, CONTACT-014, CONTACT-015, CONTACT-016, CONTACT-017, CONTACT-018, CONTACT-019, API-047, API-048]", async ({
  enter,
  api,
  connection,
  customer,
}) => {
  const queueId = connection.queue.id;
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [queueId] });
  const bia = await api.createAccount("Bia", { profile: "user", queueIds: [queueId], addContact: true, editContact: true });
  const page = await enter(bia, { viewport: { width: 1440, height: 900 } });

  await test.step("a contact is added with everything that belongs to it, and changed [CONTACT-001, CONTACT-011, CONTACT-012, CONTACT-014, CONTACT-015, CONTACT-016, CONTACT-017, CONTACT-018, CONTACT-019, API-047, API-048]", async () => {
    const tag = await api.post<{ id: number; name: string }>("/tag", { name: uniqueName("Etiqueta"), color: "#1e7a3e" });
    await page.goto("/contacts");
    await page.getByRole("button", { name: "Adicionar contato" }).click();
    const dialog = dialogOf(page, "Adicionar contato");
    const name = dialog.getByLabel("Nome", { exact: true });
    const number = dialog.getByLabel("Número", { exact: true });
    const email = dialog.getByLabel("E-mail");
    const add = dialog.getByRole("button", { name: "Adicionar", exact: true });
    await add.click();
    await expect(name).toHaveAccessibleDescription("Obrigatório");
    await expect(number).toHaveAccessibleDescription("Obrigatório");
    await name.fill("N");
    await number.fill("1");
    await email.fill("nada");
    await expect(name).toHaveAccessibleDescription("Curto demais");
    await expect(number).toHaveAccessibleDescription("Curto demais");
    await expect(email).toHaveAccessibleDescription("E-mail inválido");
    await expect(dialog.getByLabel("País")).toHaveValue("BR");
    const called = uniqueName("Cliente");
    const digits = uniqueNumber();
    await name.fill(called);
    await number.fill(digits.slice(2));
    await email.fill("Nova@Example.com");
    await dialog.getByLabel("Resposta automática").selectOption({ label: "Não" });
    await dialog.getByRole("checkbox", { name: tag.name }).check();

    await test.step("redirects are complete, and one per queue", async () => {
      await dialog.getByRole("button", { name: "Adicionar fila" }).click();
      await add.click();
      await expect(dialog.getByText("Não deve existir redirecionamento sem fila/usuário atribuído")).toBeVisible();
      const row = (at: number) => dialog.locator(".contactRedirect").nth(at);
      const choose = async (at: number) => {
        await row(at).getByLabel("Fila").selectOption({ label: connection.queue.name });
        await row(at).getByLabel("Atendente").selectOption({ label: rui.name });
      };
      await choose(0);
      await expect(dialog.getByText("Não deve existir redirecionamento")).toBeHidden();
      await dialog.getByRole("button", { name: "Adicionar fila" }).click();
      await choose(1);
      await expect(dialog.getByText("Não deve haver mais de um redirecionamento para a mesma fila")).toBeVisible();
      await row(1).getByRole("button", { name: "Remover redirecionamento" }).click();
      await dialog.getByRole("group", { name: "Fila", exact: true }).getByRole("checkbox", { name: connection.queue.name }).check();
      await dialog.getByRole("group", { name: "Atendente", exact: true }).getByRole("checkbox", { name: rui.name }).check();
    });

    await dialog.getByRole("button", { name: "Adicionar informação" }).click();
    await dialog.getByLabel("Nome", { exact: true }).last().fill("CPF");
    await dialog.getByLabel("Valor").fill("123");
    await add.click();
    await expect(page.getByText("Contato criado.")).toBeVisible();
    const { contacts } = await api.get<{ contacts: Contact[] }>(`/contacts?searchParam=${encodeURIComponent(called)}`);
    const id = contacts[0]?.id ?? 0;
    const stored = {
      ...{ name: called, number: digits, email: "nova@example.com", respostaAutomatica: false, tags: [{ id: tag.id }] },
      ...{ queue: [queueId], user: [rui.id], redirect: [{ queueId, userId: rui.id }], extraInfo: [{ name: "CPF", value: "123" }] },
    };
    expect(await api.get(`/contacts/${id}`)).toMatchObject(stored);

    const row = await find(page, called);
    await row.getByRole("button", { name: `Editar ${called}` }).click();
    const form = dialogOf(page, "Editar contato");
    await expect(form.getByLabel("Número", { exact: true })).toHaveValue(digits.replace(/^55(\d\d)(\d{4,5})(\d{4})$/, "($1) $2-$3"));
    await form.getByLabel("E-mail").fill("outra@example.com");
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Contato salvo.")).toBeVisible();
    expect(await api.get(`/contacts/${id}`)).toMatchObject({ ...stored, email: "outra@example.com" });
  });

  await test.step("the form warns about a number that somebody has, and shows a contact's conversations and protocols [CONTACT-011]", async () => {
    await customer.writes("Quanto custa?");
    const stored = async () =>
      (
        await api.get<{ tickets: { id: number; contactId: number }[] }>(
          `/tickets/filter?searchContact=${encodeURIComponent(customer.name)}`,
        )
      ).tickets[0];
    await expect.poll(stored).toBeDefined();
    const { id: ticketId = 0, contactId = 0 } = (await stored()) ?? {};
    const protocol = await api.post<Record<"protocolo", string>>("/protocolos", { ticketId, contactId });
    const row = await find(page, customer.name);
    const number = (await row.getByRole("cell").nth(1).innerText()).replace(/\D/g, "");
    await row.getByRole("button", { name: `Editar ${customer.name}` }).click();
    await expect(dialogOf(page, "Editar contato").getByRole("link", { name: /Quanto custa/ })).toHaveAttribute("href", /\/tickets\/\d+$/);
    await expect(dialogOf(page, "Editar contato").getByRole("link", { name: /Quanto custa/ })).toContainText("Aguardando");
    const protocols = dialogOf(page, "Editar contato").getByRole("region", { name: "Protocolos" });
    await expect(protocols.getByRole("link", { name: new RegExp(protocol.protocolo) })).toHaveAttribute("href", `/tickets/${ticketId}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Adicionar contato" }).click();
    const dialog = dialogOf(page, "Adicionar contato");
    await dialog.getByLabel("Número", { exact: true }).fill(`+${number}`);
    const warning = dialog.getByRole("alert").filter({ hasText: "Já existe um contato com este número ou e-mail:" });
    await warning.getByRole("link", { name: customer.name }).click();
    await expect(dialogOf(page, "Editar contato").getByLabel("Nome", { exact: true })).toHaveValue(customer.name);
    await dialogOf(page, "Editar contato").getByRole("button", { name: "Cancelar" }).click();
    await expect(dialogOf(page, "Editar contato")).toHaveCount(0);
    await dialog.getByLabel("Número", { exact: true }).fill("+351 912 345 678");
    await expect(dialog.getByLabel("País")).toHaveValue("PT");
    await expect(dialog.getByLabel("Número", { exact: true })).toHaveValue("912345678");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Descartar" }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("a group's phone is text that nobody changes [CONTACT-013]", async () => {
    const group = uniqueName("Obra");
    const member = await connection.newCustomer();
    await member.does({ kind: "text", text: "Bom dia a todos", group: await connection.newGroup(group, [member]) });
    const found = async () => (await api.get<{ contacts: Contact[] }>(`/contacts?searchParam=${encodeURIComponent(group)}`)).contacts[0];
    await expect.poll(found).toBeDefined();
    const row = await find(page, group);
    await row.getByRole("button", { name: `Editar ${group}` }).click();
    const dialog = dialogOf(page, "Editar contato");
    await expect(dialog.getByLabel("Nome", { exact: true })).toHaveValue(group);
    await expect(dialog.getByLabel("Número", { exact: true })).toHaveCount(0);
    await expect(dialog.getByText("Grupo", { exact: true })).toBeVisible();
  });
});

test("an administrator reads contacts that failed again, deletes one, clears them, marks several, and does so on a phone [CONTACT-003, CONTACT-004, CONTACT-005, CONTACT-007, CONTACT-011, API-055, API-056, D-136, D-137, D-355, D-356]", async ({
  enter,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 400.*\/api\/contacts/);
  const page = await enter();
  await page.goto("/contacts");

  await test.step("rows that cannot be read again stay, with a line that says so and tries again", async () => {
    const { name } = await createContact(api);
    const row = await find(page, name);
    let asked = 0;
    await page.route("**/api/contacts?*", (route) => {
      asked += 1;
      return route.fulfill({ status: 400, json: { error: "X", message: "X", code: "X" } });
    });
    await createContact(api);
    const line = page.getByRole("alert").filter({ hasText: "Não foi possível carregar os contatos" });
    await expect(line).toBeVisible();
    await expect(row).toBeVisible();
    const before = asked;
    await line.getByRole("button", { name: "Tentar novamente" }).click();
    await expect.poll(() => asked).toBeGreaterThan(before);
    await expect(line).toBeVisible();
    await page.unroute("**/api/contacts?*");
    // The next change of any contact has the rows read again by itself.
    await createContact(api);
    await expect(line).toHaveCount(0);
  });

  await test.step("deleting says that the conversations go too; clearing names how many contacts go and stay [CONTACT-007, API-055, API-056, D-136, D-137]", async () => {
    const { id, name } = await createContact(api);
    const row = await find(page, name);
    await row.getByRole("button", { name: `Excluir ${name}` }).click();
    const question = page.getByRole("alertdialog", { name: `Excluir ${name}?` });
    await expect(question).toContainText("As conversas, mensagens e arquivos deste contato são excluídos com ele.");
    await question.getByRole("button", { name: "Excluir contato" }).click();
    await expect(page.getByText("Contato excluído.")).toBeVisible();
    await expect(row).toHaveCount(0);
    expect((await api.get<{ contacts: Contact[] }>("/contacts?all=true")).contacts.map((contact) => contact.id)).not.toContain(id);

    // Other tests need their contacts, so the deletion itself is not sent to the product.
    const tagged = await createContact(api);
    await api.post("/tag", { name: uniqueName("Vai junto"), color: "#1e7a3e", contacts: [tagged.id] });
    const sent: unknown[] = [];
    await page.route("**/api/contacts/clear", async (route) => {
      const body: unknown = route.request().postDataJSON();
      sent.push(body);
      if (JSON.stringify(body).includes("dryRun")) return route.continue();
      await route.fulfill({ json: { deleted: 2, kept: 1 } });
    });
    await page.getByRole("button", { name: "Mais ações de contatos" }).click();
    await page.getByRole("menuitem", { name: "Limpar contatos" }).click();
    const clear = page.getByRole("alertdialog", { name: "Limpar contatos?" });
    await expect(clear).toContainText(/\d+ contatos? sem conversa, redirecionamento, agendamento ou envio .* ficam/);
    await expect(clear.getByRole("list", { name: "O que sai e o que fica" })).toContainText(/\d+ perdem? as etiquetas/);
    const confirm = clear.getByRole("button", { name: "Limpar" });
    const count = /\d+/.exec(await clear.innerText())?.[0] ?? "";
    await clear.getByLabel("Para confirmar, digite o número").fill(`${count}1`);
    await expect(confirm).toBeDisabled();
    await clear.getByLabel("Para confirmar, digite o número").fill(count);
    await confirm.click();
    await expect(page.getByText("2 contatos excluídos.")).toBeVisible();
    expect(sent).toEqual([{ dryRun: true }, { log: { descricao: "Limpou os contatos", origem: "Contatos" } }]);
  });

  await test.step("several contacts are filtered, tagged and deleted together, and a click on a row opens it [CONTACT-004, CONTACT-005, CONTACT-007, D-355, D-356]", async () => {
    const tag = await api.post<{ id: number; name: string }>("/tag", { name: uniqueName("Etiqueta"), color: "#1e7a3e" });
    const name = uniqueName("Grupo");
    const made = [await createContact(api, { name: `${name} Um` }), await createContact(api, { name: `${name} Dois` })];
    const search = page.getByRole("searchbox", { name: "Buscar por nome, número ou e-mail" });
    await search.fill(name);
    await page.getByRole("checkbox", { name: `Selecionar ${name} Um` }).check();
    await page.getByRole("checkbox", { name: `Selecionar ${name} Dois` }).check();
    const bar = page.getByRole("group", { name: "Contatos selecionados" });
    await expect(bar).toContainText("2 selecionados");
    await inspect(page, testInfo, "contacts-marked");
    await bar.getByRole("button", { name: "Etiquetar" }).click();
    const ask = page.getByRole("alertdialog", { name: "Etiquetar 2 contatos" });
    await ask.getByRole("checkbox", { name: tag.name }).check();
    await ask.getByRole("button", { name: "Etiquetar" }).click();
    await expect(page.getByText("2 contatos etiquetados.")).toBeVisible();
    for (const { id } of made) expect(await api.get(`/contacts/${id}`)).toMatchObject({ tags: [{ id: tag.id }] });
    await bar.getByRole("button", { name: "Limpar seleção" }).click();

    await page
      .getByRole("row")
      .filter({ hasText: `${name} Um` })
      .getByRole("cell")
      .nth(1)
      .click();
    const dialog = dialogOf(page, "Editar contato");
    await expect(dialog.getByLabel("Nome", { exact: true })).toHaveValue(`${name} Um`);
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await expect(dialog).toHaveCount(0);

    await search.fill("");
    const filters = page.getByRole("group", { name: "Filtros" });
    const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
    await filters.getByRole("combobox", { name: "Etiqueta" }).selectOption({ label: tag.name });
    await expect(rows).toHaveCount(2);
    await filters.getByRole("combobox", { name: "Origem" }).selectOption({ label: "Importado" });
    await expect(page.getByText("Nenhum contato com estes filtros")).toBeVisible();
    await filters.getByRole("combobox", { name: "Origem" }).selectOption({ index: 0 });
    await expect(rows).toHaveCount(2);
    await page.getByRole("checkbox", { name: "Selecionar os contatos carregados" }).check();
    await bar.getByRole("button", { name: "Excluir" }).click();
    await page.getByRole("alertdialog", { name: "Excluir 2 contatos?" }).getByRole("button", { name: "Excluir contatos" }).click();
    await expect(page.getByText("2 contatos excluídos.").last()).toBeVisible();
    await expect(page.getByText("Nenhum contato com estes filtros")).toBeVisible();
    await page.getByRole("button", { name: "Limpar filtros" }).last().click();
  });

  await test.step("on a phone the contacts are cards, and the form fills the screen [CONTACT-003, CONTACT-011]", async () => {
    const { name } = await createContact(api);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("searchbox", { name: "Buscar por nome, número ou e-mail" }).fill(name);
    await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Resposta automática: Sim");
    await inspect(page, testInfo, "contacts-phone");
    await page.getByRole("button", { name: "Mais ações de contatos" }).click();
    for (const label of ["Delegação", "Importar", "Exportar", "Exportar delegação", "Limpar contatos"])
      await expect(page.getByRole("menuitem", { name: label, exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Adicionar", exact: true }).click();
    await expect(dialogOf(page, "Adicionar contato")).toBeVisible();
    await inspect(page, testInfo, "contact-form-phone");
  });
});

test("contacts are exported, and a spreadsheet is checked before it is imported [CONTACT-004, CONTACT-006, CONTACT-009, API-051, API-052, API-053, API-054, D-134, D-135, D-263]", async ({
  enter,
  api,
  problems,
}) => {
  problems.accept(/Console: .*status of 400.*\/api\/contacts\/import/);
  const { name, id } = await createContact(api);
  const abroad = `+3519${uniqueNumber().slice(-8)}`;
  await api.post("/contacts", { name: uniqueName("Lisboa"), number: abroad, respostaAutomatica: true });
  const page = await enter(undefined, { viewport: { width: 1440, height: 900 } });
  const importing = page.getByRole("button", { name: "Importar" });
  await test.step("one import runs at a time, and none where the company has turned it off", async () => {
    const job = { id: 1, kind: "contactImport", state: "running", done: 1, total: 9, result: null, createdAt: new Date().toISOString() };
    await page.route("**/api/jobs", (route) => route.fulfill({ json: [job] }));
    await page.goto("/contacts");
    await expect(importing).toBeDisabled();
    await expect(importing).toHaveAccessibleDescription("Sua importação está em andamento. Outra pode começar quando ela terminar.");
    await page.unroute("**/api/jobs");
    await page.route("**/api/settings", (route) => route.fulfill({ json: [{ key: "contactImport", value: "disabled" }] }));
    await page.reload();
    await expect(importing).toHaveAccessibleDescription("A importação está desativada nesta empresa.");
    await page.unroute("**/api/settings");
    await page.reload();
  });
  const saved = page.waitForEvent("download");
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/contacts/export", async (route) => {
    await held;
    await route.continue();
  });
  const exporting = page.getByRole("button", { name: "Exportar" });
  await exporting.click();
  await expect(exporting).toBeDisabled();
  await expect(exporting).toHaveAttribute("aria-busy", "true");
  const note = page.getByRole("region", { name: "Exportação" });
  await note.getByRole("button", { name: "Cancelar" }).click();
  await expect(note).toHaveCount(0);
  await exporting.click();
  await expect(note).toContainText("O arquivo está sendo gerado.");
  release();
  const download = await saved;
  await expect(exporting).toBeEnabled();
  await expect(page.getByText(/^\d+ linhas? exportadas?\.$/)).toBeVisible();
  expect(download.suggestedFilename()).toBe("contatos.xlsx");
  const bytes = await readFile(await download.path());
  await api.delete(`/contacts/${id}`);

  await importing.click();
  const dialog = dialogOf(page, "Importar contatos");
  const picker = dialog.getByLabel("Escolher planilha");
  const submit = dialog.getByRole("button", { name: "Importar", exact: true });
  await picker.setInputFiles({ name: "contatos.xlsx", mimeType: "application/octet-stream", buffer: Buffer.from("MZ\u0000 program") });
  await expect(dialog.getByRole("alert")).toHaveText(
    "O arquivo não é uma planilha nem um arquivo de contatos. Escolha .xlsx, .xls, .ods, .csv ou .vcf.",
  );
  await expect(submit).toBeDisabled();
  await picker.setInputFiles({ name: "contatos.xlsx", mimeType: "application/octet-stream", buffer: bytes });
  await expect(dialog.getByRole("status")).toContainText(/\d+ contatos? novos?/);
  await expect(dialog.getByRole("status")).toContainText(/números? já existe/);
  await expect(dialog.getByRole("status")).toContainText(/números? parecem? de outro país/);
  await judgeDialog(page, "contacts-import");
  await submit.click();
  await expect(page.getByText(/contatos? importados?\./).first()).toBeVisible();
  const said = page.getByRole("region", { name: "Importação de contatos" });
  await expect(said).toContainText("terminou.");
  await said.getByRole("button", { name: "OK" }).click();
  await expect(said).toHaveCount(0);
  await find(page, name);

  const template = page.waitForEvent("download");
  await page.getByRole("button", { name: "Delegação" }).click();
  await dialogOf(page, "Importar delegação").getByRole("button", { name: "Baixar modelo" }).click();
  expect((await template).suggestedFilename()).toBe("delegacao.xlsx");
});
