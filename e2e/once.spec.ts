import { patience } from "@balcao/testing/patience";
import type { Locator, Page } from "@playwright/test";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { uniqueName, uniqueNumber } from "./support/product.js";
import { createContact, makeDefault, sql } from "./support/sends.js";

test.setTimeout(patience(180_000));

/** Lets the api do the next matching call, and cuts its answer. */
async function cutAnswer(page: Page, path: RegExp): Promise<void> {
  let isCut = false;
  await page.route(path, async (route) => {
    if (isCut || route.request().method() !== "POST") return route.fallback();
    isCut = true;
    await route.fetch();
    await route.abort();
  });
}

/** How many rows a statement counts. */
async function count(text: string, ...values: readonly unknown[]): Promise<number> {
  return (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`, values))[0]?.n ?? 0;
}

interface Form {
  /** The call of the contract that it makes. */
  readonly creates: string;
  readonly path: RegExp;
  readonly submit: Locator;
  readonly made: () => Promise<number>;
}

/** Presses the button of a filled form, whose answer is cut, and presses it again: one thing is there, and that is said. */
async function pressTwice(page: Page, { creates, path, submit, made }: Form): Promise<void> {
  await test.step(creates, async () => {
    const before = await made();
    await cutAnswer(page, path);
    await submit.click();
    await expect(page.getByText(/^Não houve resposta/).last()).toBeVisible();
    expect(await made(), creates).toBe(before + 1);
    await submit.click();
    await expect(page.getByText(/^A primeira tentativa já tinha chegado/)).toBeVisible();
    expect(await made(), creates).toBe(before + 1);
  });
}

/** Opens the form of a page of the back office. */
async function openForm(page: Page, at: string, button: string, title = button): Promise<Locator> {
  await page.goto(at);
  await page.getByRole("button", { name: button }).first().click();
  return page.getByRole("dialog", { name: title });
}

const add = (dialog: Locator) => dialog.getByRole("button", { name: "Adicionar", exact: true });

test("every form of the back office makes one thing when its answer is lost and its button pressed again [D-275]", async ({
  enter,
  api,
  connection,
  problems,
}) => {
  problems.accept(/ERR_FAILED/);
  const page = await enter();
  const named = (what: string) => uniqueName(what);

  const tag = named("Etiqueta");
  let dialog = await openForm(page, "/tags", "Adicionar etiqueta");
  await dialog.getByLabel("Nome", { exact: true }).fill(tag);
  await pressTwice(page, {
    creates: "tags.create",
    path: /\/api\/tag$/,
    submit: add(dialog),
    made: () => count("tag WHERE name = $1", tag),
  });

  const queue = named("Fila");
  dialog = await openForm(page, "/queues", "Adicionar fila");
  await dialog.getByLabel("Nome", { exact: true }).fill(queue);
  await pressTwice(page, {
    ...{ creates: "queues.create", path: /\/api\/queue$/ },
    ...{ submit: add(dialog), made: () => count("queue WHERE name = $1", queue) },
  });

  const shortcut = `x${String(Date.now())}`;
  dialog = await openForm(page, "/quickAnswers", "Adicionar resposta rápida");
  await dialog.getByLabel("Atalho", { exact: true }).fill(shortcut);
  await dialog.getByLabel("Mensagem").fill("Bom dia, {{name}}!");
  await pressTwice(page, {
    ...{ creates: "quickAnswers.create", path: /\/api\/quickAnswers$/ },
    ...{ submit: add(dialog), made: () => count("quick_answer WHERE shortcut = $1", shortcut) },
  });

  const question = named("Qual é o horário");
  dialog = await openForm(page, "/perguntas", "Adicionar pergunta");
  await dialog.getByLabel("Pergunta").fill(question);
  await dialog.getByLabel("Resposta").fill("Das 8 às 18.");
  await pressTwice(page, {
    ...{ creates: "questions.create", path: /\/api\/pergunta$/ },
    ...{ submit: add(dialog), made: () => count("question") },
  });

  // A question of all queues would answer the customers of other tests.
  const asked = await sql<{ id: number }>("SELECT id FROM question WHERE question = $1", [question]);
  for (const { id } of asked) await api.delete(`/pergunta/${id}`);

  const nina = named("Nina");
  dialog = await openForm(page, "/users", "Adicionar usuário");
  await dialog.getByLabel("Nome").fill(nina);
  await dialog.getByLabel("E-mail").fill(`${nina.replace(/\W/g, "")}@example.com`);
  await dialog.getByLabel("Senha", { exact: true }).fill("Abcdefgh1!");
  await pressTwice(page, {
    ...{ creates: "users.create", path: /\/api\/users$/ },
    ...{ submit: add(dialog), made: () => count("user_account WHERE name = $1", nina) },
  });

  const customer = named("Cliente");
  dialog = await openForm(page, "/contacts", "Adicionar contato");
  await dialog.getByLabel("Nome", { exact: true }).fill(customer);
  await dialog.getByLabel("Número", { exact: true }).fill(uniqueNumber().replace(/^55/, ""));
  await pressTwice(page, {
    ...{ creates: "contacts.create", path: /\/api\/contacts$/ },
    ...{ submit: add(dialog), made: () => count("contact WHERE name = $1", customer) },
  });

  const shop = named("Loja");
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await connections.add.click();
  await connections.form.getByLabel("Nome", { exact: true }).fill(shop);
  await pressTwice(page, {
    ...{ creates: "connections.create", path: /\/api\/whatsapp$/ },
    ...{ submit: add(connections.form), made: () => count("connection WHERE name = $1", shop) },
  });

  const colleague = await api.createAccount("Caio", { profile: "user" });
  const group = named("Turma");
  dialog = await openForm(page, "/tickets?tab=chat", "Novo chat", "Novo conversa interna");
  await dialog.getByRole("switch", { name: "Grupo" }).click();
  await dialog.getByLabel("Nome do grupo").fill(group);
  await dialog.getByRole("combobox", { name: "Participantes" }).fill(colleague.name);
  await page.getByRole("option", { name: colleague.name }).click();
  await pressTwice(page, {
    ...{ creates: "chats.create", path: /\/api\/chats$/ },
    ...{ submit: dialog.getByRole("button", { name: "Criar" }), made: () => count("chat WHERE group_name = $1", group) },
  });

  const restore = await makeDefault(api, connection);
  const contact = await createContact(api, named("Cliente"));
  const text = named("Promoção");
  dialog = await openForm(page, "/envios", "Novo envio");
  await page.getByRole("button", { name: "Entendi" }).click();
  await dialog.getByRole("radio", { name: "Contatos", exact: true }).check();
  await dialog.getByRole("combobox", { name: "Contatos" }).fill(contact.name);
  await page.getByRole("option", { name: contact.name }).click();
  await dialog.getByLabel("Mensagem", { exact: true }).fill(text);
  await dialog.getByLabel("Seu número, para um teste").fill(uniqueNumber().replace(/^55/, ""));
  await pressTwice(page, {
    ...{ creates: "massSends.test", path: /\/api\/envioMassa\/test$/ },
    ...{ submit: dialog.getByRole("button", { name: "Enviar teste para mim" }), made: () => count("message WHERE body = $1", text) },
  });
  await expect(page.getByText(/^A primeira tentativa já tinha chegado/)).toBeHidden({ timeout: patience(15_000) });
  await pressTwice(page, {
    ...{ creates: "massSends.create", path: /\/api\/envioMassa$/ },
    ...{ submit: dialog.getByRole("button", { name: "Enviar para 1" }), made: () => count("send_run WHERE message = $1", text) },
  });

  const title = named("Lembrete");
  dialog = await openForm(page, "/agendamentos", "Novo agendamento");
  await page.getByRole("button", { name: "Entendi" }).click();
  await dialog.getByLabel(/^Título/).fill(title);
  await dialog.getByLabel("Mensagem", { exact: true }).fill("Não esqueça");
  await dialog.getByRole("radio", { name: "Contatos", exact: true }).check();
  await dialog.getByRole("combobox", { name: "Contatos" }).fill(contact.name);
  await page.getByRole("option", { name: contact.name }).click();
  await pressTwice(page, {
    ...{ creates: "schedules.create", path: /\/api\/agendamento$/ },
    ...{ submit: dialog.getByRole("button", { name: "Agendar" }), made: () => count("schedule WHERE title = $1", title) },
  });
  await restore();
});
