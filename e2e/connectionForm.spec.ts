import { patience } from "@balcao/testing/patience";
import type { Page } from "@playwright/test";
import { alterAnswer, withholdEvents } from "./support/answers.js";
import { openMetaAccount } from "./support/cloudConnection.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { expectValid } from "./support/formField.js";
import { inspect } from "./support/inspect.js";
import { LinkedConnection } from "./support/linkedConnection.js";
import { uniqueName } from "./support/product.js";

interface Made {
  readonly id: number;
  readonly name: string;
}

/**
 * Opens the page with an altered connection, for states and connectors that a test cannot produce.
 */
async function showAs(page: Page, id: number, facts: object): Promise<ConnectionsPage> {
  await withholdEvents(page, "whatsapp", "whatsappSession");
  await alterAnswer<readonly Made[]>(page, "/api/whatsapp", (list) => list.map((each) => (each.id === id ? { ...each, ...facts } : each)));
  await page.goto("/connections");
  return new ConnectionsPage(page);
}

test("a saved connection keeps its name and connector, shows the saved values, and accepts changes [CONN-001, CONN-012, CONN-013, CONN-015]", async ({
  enter,
  api,
}) => {
  const queue = await api.createQueue();
  const name = uniqueName("Loja");
  await api.post<Made>("/whatsapp", { name, api: "meow", farewellMessage: "Até logo", npsMessage: "Que nota?", nps: true });
  const page = await enter();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
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
  expect((await sent).postDataJSON()).toEqual({ queueIds: [queue.id], greetingMessage: "Olá! Em que posso ajudar?", nps: false });
  await expect(page.getByText("Conexão salva com sucesso!")).toBeVisible();
  await expect(form).toBeHidden();
  await connections.edit(name);
  await expect(form.getByRole("checkbox", { name: queue.name })).toBeChecked();
  await form.getByRole("button", { name: /Mensagens/ }).click();
  await expect(form.getByLabel("Mensagem de saudação")).toHaveValue("Olá! Em que posso ajudar?");
  await form.getByRole("button", { name: /N\.P\.S\./ }).click();
  await expect(form.getByRole("switch", { name: "Pedir avaliação ao encerrar" })).not.toBeChecked();
});

test("emptied texts become the documented ones, with a warning [CONN-018]", async ({ enter, api }) => {
  const name = uniqueName("Loja");
  const { id } = await api.post<Made>("/whatsapp", { name, api: "meow", transferMessage: "Passando", outOfHoursMessage: "Fechado" });
  const page = await enter();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  const form = await connections.edit(name);
  await form.getByRole("button", { name: /Mensagens/ }).click();
  await form.getByLabel("Mensagem de transferência").fill("");
  await form.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Mensagem alterada para o padrão.")).toBeVisible();
  const saved = await api.get<Record<string, string>>(`/whatsapp/${id}`);
  expect(saved["transferMessage"]).toBe("Seu atendimento foi transferido para {{user}} - {{queue}}.");
  expect(saved["outOfHoursMessage"]).toBe("Fechado");
  await expect(form).toBeHidden();
  await connections.edit(name);
  await form.getByRole("button", { name: /Mensagens/ }).click();
  await expect(form.getByLabel("Mensagem de transferência")).toHaveValue("Seu atendimento foi transferido para {{user}} - {{queue}}.");
});

test("each history switch turns the other off [CONN-020]", async ({ enter, api }) => {
  const name = uniqueName("Loja");
  const { id } = await api.post<Made>("/whatsapp", { name, api: "meow", historyByQueue: true });
  const page = await enter();
  await page.goto("/connections");
  const form = await new ConnectionsPage(page).edit(name);
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

test("the list option is locked until it is chosen a first time, and stays unlocked where it was saved [CONN-016, CONN-017, D-147]", async ({
  enter,
  api,
}) => {
  const [locked, unlocked] = [uniqueName("Loja"), uniqueName("Loja")];
  for (const [name, sendList] of [
    [locked, false],
    [unlocked, true],
  ] as const) {
    const { token: tokenMeta, ...ids } = await openMetaAccount();
    await api.post<Made>("/whatsapp", { name, api: "cloud_api", sendList, ...ids, tokenMeta });
  }
  const page = await enter();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  for (const [name, isLocked] of [
    [locked, true],
    [unlocked, false],
  ] as const) {
    const form = await connections.edit(name);
    await form.getByRole("button", { name: /Lista de opções/ }).click();
    const list = form.getByRole("switch", { name: "Enviar filas como lista" });
    await expect(list).toBeChecked({ checked: !isLocked });
    await list.click();
    await expect(list).not.toBeChecked();
    await expect(page.getByText("Lista de opções desbloqueada!")).toBeVisible({ visible: isLocked });
    if (isLocked) {
      await list.click();
      await expect(list).toBeChecked();
      await form.getByRole("button", { name: "Salvar" }).click();
      await expect(form).toBeHidden();
      await expect(page.getByText("Lista de opções desbloqueada!")).toBeHidden();
    }
  }
  expect(await api.get<readonly object[]>("/whatsapp")).toContainEqual(expect.objectContaining({ name: locked, sendList: true }));
});

test("one of four connectors is chosen, meow by default; a missing one is marked [CONN-010, CONN-011]", async ({ enter }) => {
  const page = await enter();
  await alterAnswer<object>(page, "/config.json", (config) => ({ ...config, connectors: ["meow", "baileys", "cloud_api"] }));
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await connections.add.click();
  const choice = connections.form.getByRole("radiogroup", { name: "Conector" });
  await expect(choice.getByRole("radio")).toHaveCount(4);
  for (const name of [/API 1/, /API 2/, /API 3/, /Meta Cloud API/]) await expect(choice.getByRole("radio", { name })).toHaveCount(1);
  await expect(choice.getByRole("radio", { name: /API 3 · meow/ })).toBeChecked();
  await expect(choice.getByRole("radio", { name: /API 1 · wwebjs.*Indisponível nesta instalação/ })).toBeDisabled();
  await choice.getByRole("radio", { name: /Meta Cloud API/ }).check();
  await expect(choice.getByRole("radio", { checked: true })).toHaveCount(1);
  await expect(connections.form.getByRole("button", { name: "Meta", exact: true })).toBeVisible();
  await choice.getByRole("radio", { name: /API 2/ }).check();
  await expect(connections.form.getByRole("button", { name: "Meta", exact: true })).toBeHidden();
});

test("a Meta token is write-only; an empty field keeps it [CONN-014, CONN-021]", async ({ enter, api }) => {
  const { id, name } = await api.post<Made>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter();
  const meta = { metaIntegration: true, phoneNumberId: "106540352242922", wabaId: "102290129340398" };
  const connections = await showAs(page, id, { api: "cloud_api", ...meta, tokenMetaSet: true });
  const form = await connections.edit(name);
  await form.getByRole("button", { name: "Meta", exact: true }).click();
  await expect(form.getByLabel("ID do número de telefone")).toHaveValue(meta.phoneNumberId);
  await expect(form.getByRole("switch", { name: "Integração ativa" })).toBeChecked();
  const token = form.getByLabel("Token da Meta");
  await expect(token).toHaveValue("");
  await expect(token).toHaveAttribute("type", "password");
  await expect(token).toHaveAccessibleDescription("Há um token guardado. Deixe em branco para mantê-lo.");
  await form.getByLabel("ID da conta (WABA)").fill("999");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await form.getByRole("button", { name: "Salvar" }).click();
  expect((await sent).postDataJSON()).toEqual({ wabaId: "999" });
});

test("an invalid address of a chatbot is refused at its field", async ({ enter, api }) => {
  const { name } = await api.post<Made>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter();
  await page.goto("/connections");
  const form = await new ConnectionsPage(page).edit(name);
  await form.getByRole("button", { name: /Bot e Typebot/ }).click();
  const address = form.getByLabel("Endereço do Typebot (https)");
  await address.fill("http://bot.example.com");
  await form.getByRole("button", { name: "Salvar" }).click();
  await expect(address).toHaveAccessibleDescription("Informe um endereço https, como https://bot.exemplo.com.");
  await form.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await expect(form).toBeHidden();
});

test("the only default cannot be unset while there are others, and can be replaced [CONN-029, ERR-005]", async ({
  enter,
  api,
  problems,
}) => {
  problems.accept(/Console: .*status of 400.*\/api\/whatsapp/);
  await api.post<Made>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const fallback = (await api.get<(Made & { isDefault: boolean })[]>("/whatsapp")).find(({ isDefault }) => isDefault);
  if (!fallback) throw new Error("no default connection");
  const page = await enter();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  const form = await connections.edit(fallback.name);
  await expect(form.getByRole("switch", { name: "Conexão padrão" })).toBeDisabled();
  await form.getByRole("button", { name: "Cancelar" }).click();
  await connections
    .row(fallback.name)
    .getByRole("button", { name: `Excluir ${fallback.name}` })
    .click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: `Excluir ${fallback.name}` })
    .click();
  await expect(page.getByText("É preciso haver ao menos uma conexão padrão.")).toBeVisible();
  await expect(connections.row(fallback.name)).toContainText("Sim");
});

test("a code that is text is drawn, one that is a picture is shown [CONN-003]", async ({ enter, api }) => {
  const { id, name } = await api.post<Made>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter();
  const connections = await showAs(page, id, { api: "baileys", status: "qrcode", qrcode: "2@codigo,de,teste" });
  await expect(connections.row(name).getByRole("button", { name: `Código de pareamento, ${name}` })).toBeHidden();
  await connections
    .row(name)
    .getByRole("button", { name: `QR Code, ${name}` })
    .click();
  await expect(connections.qr(name)).toBeVisible();
  expect(await connections.qr(name).evaluate((element) => element.tagName)).toBe("svg");
  await expect(page.getByText("Não foi possível conectar o dispositivo")).toBeVisible();
});

test("a pairing code can be requested with 12 or 13 digits only [CONN-026, CONN-027]", async ({ enter, api }) => {
  const { name } = await api.post<Made>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter();
  await page.goto("/connections");
  await page.getByRole("button", { name: `Código de pareamento, ${name}` }).click();
  const dialog = new ConnectionsPage(page).linkDialog(name);
  const phone = dialog.getByLabel("Telefone da conta");
  const ask = dialog.getByRole("button", { name: "Gerar código" });
  await phone.fill("55119876543");
  await ask.click();
  await expect(phone).toHaveAccessibleDescription("Número de telefone inválido");
  await phone.fill("+55 (11) 98765-43210");
  await expect(phone).toHaveValue("5511987654321");
  await expectValid(phone);
  await ask.click();
  await expect(dialog.getByLabel("Código de pareamento", { exact: true }).last()).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
});

test("a disconnected session of another connector can be tried again or linked anew, each with its own call [CONN-005]", async ({
  enter,
  api,
  problems,
}) => {
  problems.accept(/Console: .*status of 400.*\/api\/whatsappsession/);
  const { id, name } = await api.post<Made>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter();
  const connections = await showAs(page, id, { api: "baileys", status: "DISCONNECTED" });
  for (const [button, method] of [
    ["Tentar novamente", "POST"],
    ["Novo QR", "PUT"],
  ] as const) {
    const sent = page.waitForRequest((request) => request.url().endsWith(`/api/whatsappsession/${id}`));
    await connections
      .row(name)
      .getByRole("button", { name: `${button}, ${name}` })
      .click();
    expect((await sent).method()).toBe(method);
  }
  await expect(connections.linkDialog(name)).toBeVisible();
});

test("a connected session with a doubt is shown as doubtful, with its reason", async ({ enter, api }) => {
  const { id, name } = await api.post<Made>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter();
  const connections = await showAs(page, id, { status: "CONNECTED", statusReason: "metaNumberDoubtful: FLAGGED" });
  await expect(connections.row(name)).toContainText("Em dúvida");
  await connections
    .row(name)
    .getByRole("button", { name: `Detalhes de ${name}` })
    .click();
  await expect(page.getByRole("dialog", { name })).toContainText("A Meta informa o número como FLAGGED: veja o Gerenciador do WhatsApp.");
});

test("administrators are notified when a connection goes down, and find the gap in its details [CONN-024]", async ({ enter, api, ana }) => {
  const connection = await LinkedConnection.link(api);
  const { name } = connection;
  const page = await enter();
  const agent = await enter(ana);
  for (const each of [page, agent]) {
    await each.goto("/tickets");
    await expect(each.getByRole("tab", { name: /Abertos/ })).toBeVisible();
  }
  await connection.endOnThePhone();
  await expect(page.getByText(`${name} caiu.`)).toBeVisible({ timeout: patience(30_000) });
  const notice = page
    .getByRole("status")
    .filter({ hasText: name })
    .filter({ hasText: /fora do ar/ });
  await expect(notice).toBeVisible();
  await expect(agent.getByText(name)).toBeHidden();
  await page.screenshot({ path: test.info().outputPath("drop.png") });
  await notice.getByRole("link", { name: "Ver conexões" }).click();
  const connections = new ConnectionsPage(page);
  await connections
    .row(name)
    .getByRole("button", { name: `Detalhes de ${name}` })
    .click();
  const details = page.getByRole("dialog", { name });
  await expect(details.getByRole("list", { name: "Períodos fora do ar" })).toContainText("até agora");
  await inspect(page, test.info(), "details");
  await details.getByRole("button", { name: "Fechar" }).last().click();
  await page.goto("/tickets");
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Dispensar o aviso" }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole("tab", { name: /Abertos/ })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("whoever disconnects a connection on purpose gets no notice", async ({ enter, api }) => {
  const { name } = await LinkedConnection.link(api);
  const page = await enter();
  await page.goto("/connections");
  const row = new ConnectionsPage(page).row(name);
  await row.getByRole("button", { name: `Desconectar, ${name}` }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: `Desconectar ${name}` })
    .click();
  await expect(page.getByText(`${name} desconectada.`)).toBeVisible();
  await expect(row.getByRole("button", { name: `QR Code, ${name}` })).toBeVisible();
  // The notice appears after ten seconds, if the connection is still down.
  const notice = page.getByText(`${name} caiu.`).waitFor({ timeout: 13_000 });
  await expect(notice).rejects.toThrow(/Timeout/);
});

test("the form that changes a connection is accessible, on the smallest screen too", async ({ enter, api }, testInfo) => {
  test.setTimeout(patience(180_000));
  const { name } = await api.post<Made>("/whatsapp", { name: uniqueName("Loja"), api: "meow" });
  const page = await enter(undefined, { viewport: { width: 360, height: 740 } });
  await page.goto("/connections");
  const form = await new ConnectionsPage(page).edit(name);
  for (const section of [/Conector/, /Mensagens/, /Bot e Typebot/, /Histórico/]) await form.getByRole("button", { name: section }).click();
  await inspect(page, testInfo, "connection-edit");
});
