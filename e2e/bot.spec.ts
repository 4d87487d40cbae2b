import type { Page } from "@playwright/test";
import type { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { LinkedConnection, type Customer } from "./support/linkedConnection.js";
import { uniqueName } from "./support/product.js";

interface Question {
  readonly id: number;
  readonly words: string;
}

async function createQuestion(api: Api, more: object = {}): Promise<Question> {
  const words = uniqueName("Qual o horário?");
  const { id } = await api.post<{ id: number }>("/pergunta", { pergunta: words, resposta: "Das 8 às 18.", ...more });
  return { id, words };
}
const PHONE = { width: 390, height: 844 };
const dialogOf = (page: Page, title: string | RegExp) => page.getByRole("dialog", { name: title });

test("anybody adds, changes and deletes questions with their answers, on a phone too [BOT-008, BOT-009, BOT-010, BOT-011, BOT-012, API-111, API-112, API-113, API-114, API-115, RT-021, RT-026, SHELL-012]", async ({
  enter,
  ana,
  api,
}, testInfo) => {
  const page = await enter(ana);

  await test.step("anybody adds a question with its answer, and it is said and remarked [BOT-008, BOT-009, BOT-010, BOT-011, BOT-012, API-111, API-113, SHELL-012]", async () => {
    const queue = await api.createQueue();
    await page.goto("/tickets");
    await page.getByRole("link", { name: "Perguntas e respostas" }).click();
    await expect(page).toHaveURL(/\/perguntas$/);
    await page.getByRole("button", { name: "Adicionar pergunta" }).first().click();
    const dialog = dialogOf(page, "Adicionar pergunta");
    const add = dialog.getByRole("button", { name: "Adicionar", exact: true });
    await add.click();
    for (const label of ["Pergunta", "Resposta"])
      await expect(dialog.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/Obrigatório/);
    const named = uniqueName("Vocês entregam?");
    await dialog.getByLabel("Pergunta", { exact: true }).fill(named);
    await dialog.getByLabel("Resposta", { exact: true }).fill("Sim, em todo o Brasil.");
    await dialog.getByLabel("Fila").selectOption({ label: queue.name });
    await dialog.getByRole("switch", { name: "Abrir ticket" }).check();
    const remark = page.waitForRequest((request) => request.url().endsWith("/api/log"));
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/pergunta"));
    await add.click();
    expect((await sent).postDataJSON()).toEqual({
      pergunta: named,
      resposta: "Sim, em todo o Brasil.",
      queueId: queue.id,
      openTicket: true,
    });
    await expect(page.getByText("Pergunta salva com sucesso!")).toBeVisible();
    expect((await remark).postDataJSON()).toMatchObject({ log: { descricao: `Criou a pergunta ${named}`, origem: "Perguntas" } });
    const row = page.getByRole("row", { name: named });
    await expect(row).toContainText("Sim, em todo o Brasil.");
    await expect(row).toContainText(queue.name);
    await expect(row.getByRole("cell", { name: "Sim", exact: true })).toBeVisible();
    for (const title of ["Pergunta", "Resposta", "Fila", "Abrir ticket", "Ações"])
      await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
    await inspect(page, testInfo, "questions");
  });

  await test.step("what others add appears, is changed and is deleted [BOT-008, BOT-009, API-112, API-114, API-115, RT-021, RT-026]", async () => {
    const { id, words: name } = await createQuestion(api);
    const row = page.getByRole("row", { name });
    await expect(row).toContainText("Todas as filas");
    await expect(row.getByRole("cell", { name: "Não", exact: true })).toBeVisible();
    await page.getByRole("button", { name: `Editar ${name}` }).click();
    const dialog = dialogOf(page, "Editar pergunta");
    await dialog.getByLabel("Resposta", { exact: true }).fill("Das 9 às 17.");
    const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith(`/api/pergunta/${id}`));
    await dialog.getByRole("button", { name: "Salvar" }).click();
    expect((await sent).postDataJSON()).toEqual({ resposta: "Das 9 às 17." });
    await expect(row).toContainText("Das 9 às 17.");
    await page.getByRole("button", { name: `Excluir ${name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Excluir pergunta" }).click();
    await expect(page.getByText("Pergunta excluída.")).toBeVisible();
    await expect(row).toBeHidden();
  });

  const { words: question } = await createQuestion(api, { queueId: (await api.createQueue()).id });
  await page.setViewportSize(PHONE);
  await page.goto("/perguntas");
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await inspect(page, testInfo, "questions-phone");
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();
  await expect(dialogOf(page, "Adicionar pergunta")).toBeVisible();
  await inspect(page, testInfo, "question-form-phone");
});

/** Brings a customer to the bot of a connection with one queue that has a question. */
async function toBot(api: Api): Promise<{ connection: LinkedConnection; customer: Customer; question: Question }> {
  const connection = await LinkedConnection.link(api);
  const question = await createQuestion(api, { queueId: connection.queue.id });
  const customer = await connection.newCustomer();
  await customer.writes("Oi");
  return { connection, customer, question };
}

test("the tickets of the bot are counted in the drawer and listed; a person takes one and closes one [BOT-001, BOT-002, BOT-003, BOT-004, BOT-005, BOT-006, BOT-007, API-017, API-018, SHELL-011, SHELL-028, RT-026]", async ({
  enter,
  api,
}, testInfo) => {
  const { connection, customer, question } = await toBot(api);
  const agent = await api.createAccount("Bia", { profile: "user", queueIds: [connection.queue.id] });
  const page = await enter(agent);
  await page.goto("/tickets");
  await page.getByRole("link", { name: "Atendidos pelo BOT, 1 conversa" }).click();
  await expect(page).toHaveURL(/\/ticketsBot$/);
  await expect(page.getByRole("navigation").getByText("Contatos", { exact: true })).toBeVisible();
  for (const title of ["Contato", "Id", "Última mensagem", "Data", "Fila", "Ações"])
    await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
  const row = page.getByRole("row", { name: customer.name });
  await expect(row).toContainText(connection.queue.name);
  await expect(row).toContainText(question.words);
  await expect(row.getByText(/^\d\d\/\d\d\/\d\d \d\d:\d\d$/)).toBeVisible();
  const tickets = await api.get<readonly { id: number; contact: { name: string } }[]>("/ticket2");
  const id = tickets.find(({ contact }) => contact.name === customer.name)?.id ?? 0;
  await expect(row.getByRole("cell", { name: `#${id}`, exact: true })).toBeVisible();
  await inspect(page, testInfo, "bot-tickets");
  const desktop = page.viewportSize() ?? PHONE;
  await page.setViewportSize(PHONE);
  await expect(page.getByRole("heading", { name: customer.name })).toBeVisible();
  await inspect(page, testInfo, "bot-tickets-phone");
  await page.getByRole("button", { name: `Mais ações de ${customer.name}` }).click();
  await expect(page.getByRole("menuitem", { name: `Atender ${customer.name}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize(desktop);

  const second = await connection.newCustomer();
  await second.writes("Oi");
  await expect(page.getByRole("link", { name: "Atendidos pelo BOT, 2 conversas" })).toBeVisible();
  await expect(page.getByRole("row", { name: second.name })).toBeVisible();

  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    row.getByRole("button", { name: `Visualizar ${customer.name}` }).click(),
  ]);
  await expect(opened).toHaveURL(new RegExp(`/tickets/${id}$`));
  await expect(opened.getByText("Oi", { exact: true }).first()).toBeVisible();
  await opened.close();

  await row.getByRole("button", { name: `Atender ${customer.name}` }).click();
  const ask = page.getByRole("alertdialog", { name: `Atender ${customer.name}?` });
  await ask.getByRole("button", { name: "Cancelar" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: `Atender ${customer.name}` }).click();
  const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith(`/api/ticket2/${id}`));
  await ask.getByRole("button", { name: "Atender", exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ ticket: id, status: "pending", user: agent.id });
  await expect(page.getByText("Ticket atualizado com sucesso!")).toBeVisible();
  await expect(row).toBeHidden();
  expect(await api.get(`/tickets/${id}`)).toMatchObject({ status: "pending", user: null });

  const other = page.getByRole("row", { name: second.name });
  await other.getByRole("button", { name: `Fechar ${second.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Fechar", exact: true }).click();
  await expect(other).toBeHidden();
  await expect(page.getByRole("link", { name: "Atendidos pelo BOT", exact: true })).toBeVisible();
  await expect(page.getByText("Nenhuma conversa com o bot")).toBeVisible();

  const third = await connection.newCustomer();
  await third.writes("Oi");
  await expect(page.getByRole("row", { name: third.name })).toBeVisible();
  await third.writes("99");
  await expect(page.getByRole("row", { name: third.name })).toBeHidden();
});
