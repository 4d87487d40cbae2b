import { patience } from "@balcao/testing/patience";
import type { Locator, Page } from "@playwright/test";
import { alterAnswer } from "./support/answers.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { uniqueName, uniqueNumber } from "./support/product.js";
import { createContact, makeDefault, sql } from "./support/sends.js";
import { walkTo } from "./support/walk.js";
import { TemplatesPage } from "./support/templatesPage.js";

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
  /** True where each thing has a key of its own: nobody asks which of them were there, and the form only closes. */
  readonly parts?: boolean;
}

const LOST = /^Não houve resposta/;
const SAID = /^A primeira tentativa já tinha chegado/;

/**
 * Presses the button of a filled form twice within one frame, whose answer is cut, and presses it again: one thing is there, and that is
 * said.
 */
async function pressTwice(page: Page, { creates, path, submit, made, parts }: Form): Promise<void> {
  await test.step(creates, async () => {
    // What was said of the form before has gone.
    await expect(page.getByText(SAID).or(page.getByText(LOST))).toHaveCount(0, { timeout: patience(15_000) });
    const before = await made();
    await cutAnswer(page, path);
    await expect(submit).toBeEnabled();
    await submit.evaluate((button: HTMLElement) => [1, 2].forEach(() => button.click()));
    await expect(page.getByText(LOST).last()).toBeVisible();
    expect(await made(), creates).toBe(before + 1);
    await submit.click();
    if (parts) await expect(submit).toBeHidden();
    else await expect(page.getByText(SAID)).toBeVisible();
    expect(await made(), creates).toBe(before + 1);
  });
}

/** Opens the form of a page of the back office. */
async function openForm(page: Page, at: string, button: string, title = button): Promise<Locator> {
  await walkTo(page, at);
  await page.getByRole("button", { name: button }).first().click();
  return page.getByRole("dialog", { name: title });
}

const add = (dialog: Locator) => dialog.getByRole("button", { name: "Adicionar", exact: true });

test("every form of the back office's lists makes one thing when its answer is lost and its button pressed again [D-275]", async ({
  enter,
  api,
  problems,
}) => {
  problems.accept(/ERR_FAILED/);
  const page = await enter();

  const tag = uniqueName("Etiqueta");
  let dialog = await openForm(page, "/tags", "Adicionar etiqueta");
  await dialog.getByLabel("Nome", { exact: true }).fill(tag);
  await pressTwice(page, {
    creates: "tags.create",
    path: /\/api\/tag$/,
    submit: add(dialog),
    made: () => count("tag WHERE name = $1", tag),
  });

  const queue = uniqueName("Fila");
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

  const question = uniqueName("Qual é o horário");
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

  const view = uniqueName("Visão");
  await walkTo(page, "/tickets?tab=search");
  await page.getByRole("button", { name: "Salvar como visão" }).click();
  dialog = page.getByRole("dialog", { name: "Salvar como visão" });
  await dialog.getByLabel("Nome", { exact: true }).fill(view);
  await pressTwice(page, {
    ...{ creates: "savedViews.create", path: /\/api\/views$/ },
    ...{ submit: dialog.getByRole("button", { name: "Salvar" }), made: () => count("saved_view WHERE name = $1", view) },
  });
  await sql("DELETE FROM saved_view WHERE name = $1", [view]);

  const nina = uniqueName("Nina");
  dialog = await openForm(page, "/users", "Adicionar usuário");
  await dialog.getByLabel("Nome").fill(nina);
  await dialog.getByLabel("E-mail").fill(`${nina.replace(/\W/g, "")}@example.com`);
  await dialog.getByLabel("Senha", { exact: true }).fill("Abcdefgh1!");
  await pressTwice(page, {
    ...{ creates: "users.create", path: /\/api\/users$/ },
    ...{ submit: add(dialog), made: () => count("user_account WHERE name = $1", nina) },
  });

  const customer = uniqueName("Cliente");
  dialog = await openForm(page, "/contacts", "Adicionar contato");
  await dialog.getByLabel("Nome", { exact: true }).fill(customer);
  await dialog.getByLabel("Número", { exact: true }).fill(uniqueNumber().replace(/^55/, ""));
  await pressTwice(page, {
    ...{ creates: "contacts.create", path: /\/api\/contacts$/ },
    ...{ submit: add(dialog), made: () => count("contact WHERE name = $1", customer) },
  });
});

test("so does every form of connections, chats, sends and schedules [D-275]", async ({ enter, api, connection, problems }) => {
  problems.accept(/ERR_FAILED/);
  const page = await enter();

  const shop = uniqueName("Loja");
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await connections.add.click();
  await connections.form.getByLabel("Nome", { exact: true }).fill(shop);
  await pressTwice(page, {
    ...{ creates: "connections.create", path: /\/api\/whatsapp$/ },
    ...{ submit: add(connections.form), made: () => count("connection WHERE name = $1", shop) },
  });

  const colleague = await api.createAccount("Caio", { profile: "user" });
  const group = uniqueName("Turma");
  let dialog = await openForm(page, "/tickets?tab=chat", "Novo chat", "Novo conversa interna");
  await dialog.getByRole("switch", { name: "Grupo" }).click();
  await dialog.getByLabel("Nome do grupo").fill(group);
  await dialog.getByRole("combobox", { name: "Participantes" }).fill(colleague.name);
  await page.getByRole("option", { name: colleague.name }).click();
  await pressTwice(page, {
    ...{ creates: "chats.create", path: /\/api\/chats$/ },
    ...{ submit: dialog.getByRole("button", { name: "Criar" }), made: () => count("chat WHERE group_name = $1", group) },
  });

  const restore = await makeDefault(api, connection);
  const contact = await createContact(api, uniqueName("Cliente"));
  const text = uniqueName("Promoção");
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
  await pressTwice(page, {
    ...{ creates: "massSends.create", path: /\/api\/envioMassa$/ },
    ...{ submit: dialog.getByRole("button", { name: "Enviar para 1" }), made: () => count("send_run WHERE message = $1", text) },
  });

  const title = uniqueName("Lembrete");
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

test("every form of a conversation makes one thing when its answer is lost and its button pressed again [D-275]", async ({
  enter,
  api,
  connection,
  cloud,
  problems,
}) => {
  problems.accept(/ERR_FAILED/);
  const marta = await api.createAccount("Marta", { profile: "admin", queueIds: [connection.queue.id, cloud.queue.id] });
  const page = await enter(marta);
  await alterAnswer<{ key: string; value: string }[]>(page, "/api/settings", (settings) =>
    settings.map((each) => (each.key === "generateProtocol" ? { ...each, value: "enabled" } : each)),
  );
  const contact = await createContact(api, uniqueName("Cliente"));
  const friend = await createContact(api, uniqueName("Sócio"));
  const messagesOf = (kind: string, { id }: { readonly id: number }) =>
    count(`message JOIN ticket ON ticket.id = message.ticket_id WHERE ticket.contact_id = $1 AND ${kind}`, id);
  const choose = async (dialog: Locator, field: string, name: string) => {
    await dialog.getByRole("combobox", { name: field }).fill(name);
    await dialog.getByRole("option", { name }).click();
  };

  const inbox = await new InboxPage(page).open();
  let dialog = await inbox.startTicket();
  await choose(dialog, "Contato", contact.name);
  await dialog.getByRole("combobox", { name: "Fila" }).selectOption(connection.queue.name);
  await dialog.getByRole("combobox", { name: "Conexão" }).selectOption(connection.name);
  await pressTwice(page, {
    ...{ creates: "tickets.create", path: /\/api\/tickets$/ },
    ...{ submit: dialog.getByRole("button", { name: "Iniciar conversa" }), made: () => count("ticket WHERE contact_id = $1", contact.id) },
  });
  // It is the ticket of the first press, not a refusal because of it.
  const conversation = inbox.conversation(contact.name);
  await conversation.write("Bom dia");
  await expect(conversation.message(/Bom dia/)).toBeVisible();

  await (await conversation.openMenu(/Bom dia/)).getByRole("menuitem", { name: "Encaminhar" }).click();
  dialog = page.getByRole("dialog", { name: "Encaminhar mensagem" });
  await choose(dialog, "Contatos", friend.name);
  await pressTwice(page, {
    ...{ creates: "messages.forward", path: /\/api\/messages\/forward\/\d+$/ },
    ...{ submit: dialog.getByRole("button", { name: "Encaminhar" }), made: () => messagesOf("from_me", friend) },
    parts: true,
  });

  await conversation.region.getByRole("button", { name: "Anexar" }).click();
  await page.getByRole("menuitem", { name: "Contato" }).click();
  dialog = page.getByRole("dialog", { name: "Enviar contato" });
  await choose(dialog, "Contatos", friend.name);
  await pressTwice(page, {
    ...{ creates: "messages.sendCard", path: /\/api\/messages\/vcard\/\d+$/ },
    ...{ submit: dialog.getByRole("button", { name: "Enviar" }), made: () => messagesOf("message.type = 'vcard'", contact) },
    parts: true,
  });

  await conversation.choose("Resumir com IA");
  dialog = page.getByRole("dialog", { name: `Resumo da conversa com ${contact.name}` });
  await pressTwice(page, {
    ...{ creates: "messages.send", path: /\/api\/messages\/\d+$/ },
    ...{
      submit: dialog.getByRole("button", { name: "Adicionar como comentário" }),
      made: () => messagesOf("body LIKE '%Resumo de%'", contact),
    },
  });

  const question = page.getByRole("alertdialog", { name: "Gerar e enviar protocolo?" });
  const yes = question.getByRole("button", { name: "Sim" });
  await test.step("Enter that is held down answers no question that it has opened", async () => {
    await conversation.region.getByRole("button", { name: "Resolver" }).focus();
    await page.keyboard.down("Enter");
    await expect(yes).toBeFocused();
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
  });
  await pressTwice(page, {
    ...{ creates: "protocols.create", path: /\/api\/protocolos$/ },
    ...{ submit: yes, made: () => count("protocol JOIN ticket ON ticket.id = ticket_id WHERE contact_id = $1", contact.id) },
  });

  const template = `aviso_${String(Date.now())}`;
  const templates = await new TemplatesPage(page).open(cloud.name);
  const form = await templates.add();
  await form.getByLabel("Nome", { exact: true }).fill(template);
  await form.getByLabel("Corpo").fill("Seu pedido saiu.");
  await pressTwice(page, {
    ...{ creates: "templates.create", path: /\/api\/meta\/templates\/create\/\d+$/ },
    submit: form.getByRole("button", { name: "Enviar para análise" }),
    made: async () => {
      const { data } = await api.get<{ data: readonly { name: string }[] }>(`/meta/templates/wpp/${cloud.id}`);
      return data.filter(({ name }) => name === template).length;
    },
  });
  await expect(templates.row(template)).toHaveCount(1);

  await cloud.judge(template, "APPROVED");
  const customer = cloud.newCustomer();
  await customer.writes("Onde está?", 25);
  await inbox.open("Aguardando");
  const talk = await inbox.accept(customer.name, ({ region }) => region.getByRole("button", { name: "Escolher template" }));
  await talk.region.getByRole("button", { name: "Escolher template" }).click();
  dialog = page.getByRole("dialog", { name: "Enviar template" });
  await dialog.getByRole("button", { name: template }).click();
  await pressTwice(page, {
    ...{ creates: "templates.send", path: /\/api\/meta\/templates$/ },
    submit: dialog.getByRole("button", { name: "Enviar template" }),
    made: () => count("message WHERE connection_id = $1 AND type = 'template'", cloud.id),
  });
});
