import { patience } from "@balcao/testing/patience";
import { letNoticesPass, passTime } from "./support/clock.js";
import { openMetaAccount } from "./support/cloudConnection.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { LinkedConnection } from "./support/linkedConnection.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

interface Made {
  readonly id: number;
  readonly name: string;
}

test("a saved connection shows its values and accepts changes [CONN-001, CONN-012, CONN-013, CONN-015, CONN-018, CONN-020]", async ({
  enter,
  api,
}) => {
  const queue = await api.createQueue();
  const name = uniqueName("Loja");
  const texts = { farewellMessage: "Até logo", npsMessage: "Que nota?", transferMessage: "Passando", outOfHoursMessage: "Fechado" };
  const { id } = await api.post<Made>("/whatsapp", { name, api: "meow", nps: true, historyByQueue: true, ...texts });
  const page = await enter();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);

  await test.step("a saved connection keeps its name and connector, shows the saved values, and accepts changes [CONN-001, CONN-012, CONN-013, CONN-015]", async () => {
    await expect(page.getByRole("columnheader")).toHaveText([
      "Nome",
      "Padrão",
      "Bateria",
      "Status",
      "Ações de sessão",
      "Última atualização",
      "Ações",
    ]);
    const form = await connections.edit(name);
    await expect(form.getByLabel("Nome", { exact: true })).not.toBeEditable();
    await form.getByRole("button", { name: /^1?\s*Conector/ }).click();
    await expect(form.getByRole("radio")).toHaveCount(1);
    await expect(form.getByRole("radio", { name: /API 3/ })).toBeDisabled();
    await expect(form.getByText("O conector não muda depois de salvar.")).toBeVisible();
    await form.getByRole("checkbox", { name: queue.name }).check();
    await form.getByRole("button", { name: /Mensagens/ }).click();
    await expect(form.getByLabel("Mensagem de despedida")).toHaveValue("Até logo");
    await expect(form.getByLabel("Mensagem de saudação", { exact: true })).toBeVisible();
    await expect(form.getByLabel("Mensagem de despedida", { exact: true })).toBeVisible();
    await form.getByLabel("Mensagem de saudação").fill("Olá, !");
    await form.getByLabel("Mensagem de saudação").press("ArrowLeft");
    await form.getByRole("button", { name: "{{name}}" }).first().click();
    await expect(form.getByLabel("Mensagem de saudação")).toHaveValue("Olá, {{name}}!");
    await expect(form.getByText("Olá, Maria!")).toBeVisible();
    await form.getByLabel("Mensagem de saudação").fill("Olá! Em que posso ajudar?");
    await expect(form.getByText("Olá, Maria!")).toBeHidden();
    await form.getByRole("button", { name: /N\.P\.S\./ }).click();
    await expect(form.getByLabel("Pedido de avaliação")).toHaveValue("Que nota?");
    await form.getByRole("switch", { name: "Pedir avaliação ao encerrar", exact: true }).uncheck();
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await form.getByRole("button", { name: "Salvar" }).click();
    // Unchanged fields are not sent, because another administrator may be changing them.
    expect((await sent).postDataJSON()).toEqual({ addedQueueIds: [queue.id], greetingMessage: "Olá! Em que posso ajudar?", nps: false });
    await expect(page.getByText("Conexão salva com sucesso!")).toBeVisible();
    await expect(form).toBeHidden();
    await connections.edit(name);
    await expect(form.getByRole("checkbox", { name: queue.name })).toBeChecked();
    await form.getByRole("button", { name: /Mensagens/ }).click();
    await expect(form.getByLabel("Mensagem de saudação")).toHaveValue("Olá! Em que posso ajudar?");
    await form.getByRole("button", { name: /N\.P\.S\./ }).click();
    await expect(form.getByRole("switch", { name: "Pedir avaliação ao encerrar" })).not.toBeChecked();
    await form.getByRole("button", { name: "Cancelar" }).click();
    await expect(form).toBeHidden();
  });

  await test.step("emptied texts become the documented ones, with a warning [CONN-018]", async () => {
    const form = await connections.edit(name);
    await form.getByRole("button", { name: /Mensagens/ }).click();
    await form.getByLabel("Mensagem de transferência").fill("");
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Mensagem alterada para o padrão.")).toBeVisible();
    const saved = await api.get<Record<string, string>>(`/whatsapp/${id}`);
    expect(saved["transferMessage"]).toBe("Seu atendimento foi transferido para {{user}} - {{queue}}.");
    expect(saved["outOfHoursMessage"]).toBe("Fechado");
    await expect(form).toBeHidden();
  });

  await test.step("each history switch turns the other off [CONN-020]", async () => {
    const form = await connections.edit(name);
    await form.getByRole("button", { name: /Histórico/ }).click();
    const byQueue = form.getByRole("switch", { name: "Histórico por fila" });
    const byUser = form.getByRole("switch", { name: "Histórico por atendente" });
    await expect(byQueue).toBeChecked();
    await byUser.check();
    await expect(byQueue).not.toBeChecked();
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(form).toBeHidden();
    expect(await api.get(`/whatsapp/${id}`)).toMatchObject({ historyByQueue: false, historyByUser: true });
  });

  await test.step("an invalid address of a chatbot is refused at its field", async () => {
    const form = await connections.edit(name);
    await form.getByRole("button", { name: /Bot e Typebot/ }).click();
    const address = form.getByLabel("Endereço do Typebot (https)");
    await address.fill("http://bot.example.com");
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(address).toHaveAccessibleDescription("Informe um endereço https, como https://bot.exemplo.com.");
    await form.getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
    await expect(form).toBeHidden();
  });

  await test.step("the only default cannot be unset while there are others [CONN-029]", async () => {
    const fallback = (await api.get<(Made & { isDefault: boolean })[]>("/whatsapp")).find(({ isDefault }) => isDefault);
    if (!fallback) throw new Error("no default connection");
    const form = await connections.edit(fallback.name);
    await expect(form.getByRole("switch", { name: "Conexão padrão" })).toBeDisabled();
  });
});

test("a Meta connection is added with its ids, keeps its token secret, and unlocks the list option [CONN-014, CONN-016, CONN-017, CONN-021, D-147]", async ({
  enter,
  api,
}) => {
  // Where a notice lies beside the dialog.
  const page = await enter(undefined, { viewport: { width: 1920, height: 1080 } });
  const name = uniqueName("Loja Meta");

  await test.step("a Meta connection is created with the form, and Meta confirms its number [CONN-014]", async () => {
    const account = await openMetaAccount();
    const connections = new ConnectionsPage(page);
    await connections.page.goto("/connections");
    await connections.add.click();
    const { form } = connections;
    await form.getByRole("radio", { name: /Meta Cloud API/ }).check();
    await form.getByLabel("Nome", { exact: true }).fill(name);
    await form.getByRole("button", { name: "Meta", exact: true }).click();
    await form.getByRole("switch", { name: "Integração ativa" }).check();
    await form.getByLabel("ID do número de telefone").fill(account.phoneNumberId);
    await form.getByLabel("ID da conta (WABA)").fill(account.wabaId);
    await form.getByLabel("Token da Meta").fill(account.token);
    await form.getByRole("button", { name: "Adicionar", exact: true }).click();
    await expect(form).toBeHidden();
    const row = connections.row(name);
    await expect(row.getByText("Conectado")).toBeVisible({ timeout: patience(60_000) });
    await expect(row.getByText("Gerenciada pela Meta")).toBeVisible();
  });

  const connections = new ConnectionsPage(page);
  await test.step("a Meta token is write-only; an empty field keeps it [CONN-014, CONN-021]", async () => {
    const form = await connections.edit(name);
    await form.getByRole("button", { name: "Meta", exact: true }).click();
    await expect(form.getByLabel("ID do número de telefone")).toHaveValue(/^9\d+$/);
    await expect(form.getByRole("switch", { name: "Integração ativa" })).toBeChecked();
    const token = form.getByLabel("Token da Meta");
    await expect(token).toHaveValue("");
    await expect(token).toHaveAttribute("type", "password");
    await expect(token).toHaveAccessibleDescription("Há um token guardado. Deixe em branco para mantê-lo.");
  });

  await test.step("the list option is locked until it is chosen a first time, and stays unlocked where it was saved [CONN-016, CONN-017, D-147]", async () => {
    const form = page.getByRole("dialog", { name: `Editar ${name}` });
    const note = page.getByText("Lista de opções desbloqueada!");
    const list = form.getByRole("switch", { name: "Enviar filas como lista" });
    await form.getByRole("button", { name: /Lista de opções/ }).click();
    await expect(list).not.toBeChecked();
    await list.click();
    await expect(note).toBeVisible();
    await expect(list).not.toBeChecked();
    await list.click();
    await expect(list).toBeChecked();
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await form.getByRole("button", { name: "Salvar" }).click();
    expect((await sent).postDataJSON()).toEqual({ sendList: true });
    await expect(form).toBeHidden();
    await letNoticesPass(page);
    await expect(note).toBeHidden();
    expect(await api.get<readonly object[]>("/whatsapp")).toContainEqual(expect.objectContaining({ name, sendList: true }));
    await connections.edit(name);
    await form.getByRole("button", { name: /Lista de opções/ }).click();
    await expect(list).toBeChecked();
    await list.click();
    await expect(list).not.toBeChecked();
    await expect(note).toBeHidden();
  });
});

test("administrators are notified when a connection goes down, and find the gap in its details [CONN-024]", async ({ enter, api, ana }) => {
  const connection = await LinkedConnection.link(api);
  const { name } = connection;
  const page = await enter();
  const agent = await enter(ana);
  for (const each of [page, agent]) {
    await each.clock.install();
    await each.goto("/tickets");
    await expect(each.getByRole("tab", { name: /Abertos/ })).toBeVisible();
  }
  await connection.endOnThePhone();
  // Ten seconds after the connection went down, if it is not up again.
  await passTime(page, 10_000, page.getByText(`${name} caiu.`));
  const notice = page
    .getByRole("status")
    .filter({ hasText: name })
    .filter({ hasText: /fora do ar/ });
  await expect(notice).toBeVisible();
  await agent.clock.fastForward(10_000);
  await expect(agent.getByText(name)).toBeHidden();
  await notice.getByRole("link", { name: "Ver conexões" }).click();
  const connections = new ConnectionsPage(page);
  await connections
    .row(name)
    .getByRole("button", { name: `Detalhes de ${name}` })
    .click();
  const details = page.getByRole("dialog", { name });
  await expect(details.getByRole("list", { name: "Períodos fora do ar" })).toContainText("até agora");
  await details.getByRole("button", { name: "Fechar" }).last().click();
  await walkTo(page, "/tickets");
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Dispensar o aviso" }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole("tab", { name: /Abertos/ })).toBeVisible();
  await expect(notice).toBeHidden();
  // The notice names those that are down the longest.
  await api.delete(`/whatsapp/${connection.id}`);
});
